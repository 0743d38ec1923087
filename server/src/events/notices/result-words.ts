import type { DispatchFigures } from '#domain/results/dispatch-figures.ts';
import type { Receipt } from '#domain/results/receipt.ts';
import type { NoResultReason } from '#domain/results/result.ts';
import type { MessageValues } from '#domain/text/compiled-messages.ts';
import { isMoreThanUsual } from '#domain/results/numbers.ts';
import type { Translate } from '../../lib/text/i18n.ts';
import type { Block } from '../../notify/mail-layout.ts';
import type { ReaderFormats } from '../../notify/reader-formats.ts';

/** What came out of a dispatch for a home. */
export interface ResultFacts {
  readonly figures: DispatchFigures;
  /** What its people were told before; null: nothing. */
  readonly before: DispatchFigures | null;
  /** The newest of each device. */
  readonly receipts: readonly Pick<Receipt, 'deviceId' | 'estimated' | 'reason'>[];
  /** ms until which late readings may change it; null: it is final. */
  readonly provisionalUntil: number | null;
  /** All devices of the home had left. */
  readonly isLeft: boolean;
}

interface Writer {
  readonly t: Translate;
  readonly formats: ReaderFormats;
}

const sideOf = (savedWh: number | null): 'saved' | 'more' | 'none' => {
  if (savedWh === null) return 'none';
  return isMoreThanUsual(savedWh) ? 'more' : 'saved';
};

const figureValues = (
  { t, formats }: Writer,
  { savedWh, rewards }: DispatchFigures,
  isEstimated: boolean,
): MessageValues => {
  const energy = formats.energy(Math.abs(savedWh ?? 0));
  return {
    result: sideOf(savedWh),
    energy: isEstimated ? t('notice.result.about', { energy }) : energy,
    reward: rewards.length > 0 ? 'yes' : 'no',
    money: rewards.map(({ amount, currency }) => formats.money(amount, currency)).join(', '),
  };
};

const isEstimated = ({ receipts }: ResultFacts): boolean => receipts.some(({ estimated }) => estimated);

/** The values of the sentences about a result. */
export const resultValues = (writer: Writer, facts: ResultFacts): MessageValues => ({
  ...figureValues(writer, facts.figures, isEstimated(facts)),
  ...(facts.isLeft ? { result: 'left' } : {}),
});

const reasonText = ({ t }: Writer, { code, ...values }: NoResultReason): string =>
  t(`receipt.reason.${code}`, values);

/** Why devices have no number, what was said before, and how long it may change. */
export const resultBlocks = (
  writer: Writer,
  facts: ResultFacts,
  nameOf: (deviceId: string) => string,
): Block[] => {
  const { t, formats } = writer;
  const { figures, before, receipts, provisionalUntil, isLeft } = facts;
  if (isLeft) return [];
  const list = receipts.flatMap(({ deviceId, reason }) =>
    reason === null
      ? []
      : [t('notice.result.device', { device: nameOf(deviceId), sentence: reasonText(writer, reason) })],
  );
  return [
    ...(before
      ? [{ text: t('notice.corrected.before', figureValues(writer, before, isEstimated(facts))) }]
      : []),
    ...(sideOf(figures.savedWh) === 'more' ? [{ text: t('receipt.more.text') }] : []),
    ...(list.length === 0 ? [] : [{ list }]),
    ...(provisionalUntil === null
      ? []
      : [{ text: t('notice.result.provisional', { until: formats.day(provisionalUntil) }) }]),
  ];
};
