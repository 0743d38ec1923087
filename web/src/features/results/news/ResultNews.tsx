import { isMoreThanUsual } from '#domain/results/numbers.ts';
import { useEffect, useId } from 'react';
import type { LatestResult } from '#contract/entities/result.ts';
import { useHouse } from '#web/api/house-context.ts';
import { hasFailed } from '#web/api/query-failure.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { receiptPath } from '#web/lib/routing/paths.ts';
import { moneyText } from '#web/lib/language/quantity-text.ts';
import { RetryButton } from '#web/ui/form/RetryButton.tsx';
import { Card } from '#web/ui/container/Card.tsx';
import { Icon } from '#web/ui/icon/icons.tsx';
import styles from './ResultNews.module.css';
import placeStyles from './ResultNewsPlace.module.css';
import { eventEnergyWithUnit } from '../energy-text.ts';
import { eventRangeText } from '../event-days/event-range-text.ts';
import { asShown, earnedBy, isMeasured, totalsOf, versionsOf, wayOf } from '../receipt/figures.ts';
import type { Totals } from '../receipt/figures.ts';
import { resultTitle } from '../receipt/result-title.ts';
import { useReceiptsOfDispatch } from '../receipt/use-receipt.ts';
import { useReward } from '../rewards/use-reward.ts';
import { markAsSeen, markAsShown } from './mark-results.ts';

interface Props {
  readonly result: LatestResult;
  /** Under which it is kept that the result was shown, read or dismissed. */
  readonly seenKey: string;
}

const PERCENT = 100;

/** Parts of what was usual, or of what a battery gave, in Wh; null: what was saved is no part of either. */
const barOf = (totals: Totals) => {
  const way = wayOf(totals);
  if (totals.reductionWh <= 0 || totals.baselineWh === 0) return null;
  if (way === 'used') return { way, rest: totals.actualWh, total: totals.baselineWh };
  return way === 'given' ? { way, rest: -totals.baselineWh, total: -totals.actualWh } : null;
};

/** What the energy means: how much of the usual it is; null: there is nothing to compare with. */
const meaningOf = (t: ReturnType<typeof useT>, totals: Totals | null): string | null => {
  if (totals === null || totals.reductionWh <= 0) return null;
  if (wayOf(totals) === 'given')
    return t('results.news.gave', {
      energy: eventEnergyWithUnit(-totals.actualWh),
      usual: eventEnergyWithUnit(-totals.baselineWh),
    });
  if (totals.baselineWh <= 0) return null;
  return t('results.news.means', {
    percent: Math.min(PERCENT, Math.round((PERCENT * totals.reductionWh) / totals.baselineWh)),
    usual: eventEnergyWithUnit(totals.baselineWh),
  });
};

/** Where there is room: the figures, and what was saved as a part of a bar. The sentences say the same. */
function Figures({
  savedWh,
  money,
  totals,
}: {
  readonly savedWh: number;
  readonly money: string | null;
  readonly totals: Totals | null;
}) {
  const t = useT();
  const bar = totals && barOf(totals);
  return (
    <div className={styles['figures']} aria-hidden="true">
      <dl>
        <div>
          <dt>{t('results.news.saved')}</dt>
          <dd>{eventEnergyWithUnit(savedWh)}</dd>
        </div>
        {money === null ? null : (
          <div>
            <dt>{t('results.news.earned')}</dt>
            <dd>{money}</dd>
          </div>
        )}
      </dl>
      {bar ? (
        <>
          <p className={styles['bar']}>
            <span style={{ flexGrow: bar.rest }} />
            <span style={{ flexGrow: bar.total - bar.rest }} />
          </p>
          <p className={styles['ends']}>
            <span>{t(`results.news.rest.${bar.way}`, { energy: eventEnergyWithUnit(bar.rest) })}</span>
            <span>{t(`results.news.total.${bar.way}`, { energy: eventEnergyWithUnit(bar.total) })}</span>
          </p>
        </>
      ) : null}
    </div>
  );
}

/** The result of the newest event: what it saved and earned, or why there is no number; leads to the receipt. */
export function ResultNews({ result, seenKey }: Props) {
  const t = useT();
  const id = useId();
  const { timezone } = useHouse().house;
  const { savedWh, settled, eventId } = result;
  useEffect(() => {
    if (settled) markAsShown(seenKey);
  }, [settled, seenKey]);
  const onSeen = () => markAsSeen(seenKey);
  const receipts = useReceiptsOfDispatch(eventId);
  const reward = useReward('always');
  const measuredReceipts = receipts.data ?? [];
  const isAwaited = receipts.data?.length === 0;
  const isFailed = hasFailed(receipts);
  const [newest] = versionsOf(measuredReceipts);
  const earned = reward.data
    ? earnedBy(
        reward.data.entries,
        measuredReceipts.map((receipt) => receipt.eventId),
      )
    : null;
  const { code, ...values } = measuredReceipts.find((receipt) => !isMeasured(receipt))?.reason ?? {
    code: null,
  };
  const exact = totalsOf(measuredReceipts);
  const totals = exact && asShown(exact);
  const money = earned && earned.amount > 0 ? moneyText(earned.amount, earned.currency) : null;
  const facts = [
    ...[meaningOf(t, totals)].filter((text) => text !== null),
    ...(newest
      ? [t(newest.state === 'provisional' ? 'results.news.provisional' : `receipt.state.${newest.state}`)]
      : []),
  ];
  return (
    <Card labelledBy={id} className={`${styles['news']} ${placeStyles['room']}`}>
      <span className={styles['icon']}>
        <Icon name={savedWh !== null && savedWh >= 0 ? 'leaf' : 'info'} />
      </span>
      <div className={styles['head']}>
        <h2 id={id}>{savedWh === null && !settled ? t('results.news.over') : resultTitle(savedWh, money)}</h2>
        <p>
          {t('receipt.when', {
            when: eventRangeText(Date.parse(result.startTime), Date.parse(result.endTime), timezone),
          })}
        </p>
      </div>
      {isAwaited ? null : (
        <button
          type="button"
          className={styles['dismiss']}
          aria-label={t('action.dismiss')}
          onClick={() => {
            onSeen();
            // The button goes away.
            document.querySelector('h1')?.focus();
          }}
        >
          <Icon name="close" size={20} />
        </button>
      )}
      {savedWh !== null && savedWh > 0 ? <Figures savedWh={savedWh} money={money} totals={totals} /> : null}
      <div className={styles['foot']}>
        <div className={savedWh === null ? styles['reason'] : styles['facts']}>
          {savedWh !== null && isMoreThanUsual(savedWh) ? <p>{t('receipt.more.text')}</p> : null}
          <p>
            {savedWh === null && isAwaited ? t('receipt.none.text') : ''}
            {savedWh === null && code ? t(`receipt.reason.${code}`, values) : ''}
            {isFailed && !receipts.data ? t('results.news.failed') : ''}
            {savedWh === null ? '' : facts.join(' · ')}
          </p>
        </div>
        {isFailed ? <RetryButton look="quiet" onRetry={receipts.refetch} /> : null}
        {isAwaited ? null : (
          <a className={styles['link']} href={`#${receiptPath(eventId)}`} onClick={onSeen}>
            {t('receipt.link')}
            <Icon name="chevron-right" size={16} />
          </a>
        )}
      </div>
    </Card>
  );
}
