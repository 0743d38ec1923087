import { useT } from '#web/lib/language/i18n.ts';
import { moneyText } from '#web/lib/language/quantity-text.ts';
import { Skeleton } from '#web/ui/container/Skeleton.tsx';
import { useReward } from '../rewards/use-reward.ts';
import { Equation, StateChip } from './Equation.tsx';
import { earnedBy, totalsOf, versionsOf } from './figures.ts';
import { resultTitle } from './result-title.ts';
import { useReceiptsOfDispatch } from './use-receipt.ts';

interface Props {
  readonly eventId: string;
  /** A sentence says first what came of it, and a word whether that is final: what it stands below does not. */
  readonly isTitled?: boolean;
}

/** What an event has saved and earned, as it is known now; nothing where there is neither. */
export function ResultFigures({ eventId, isTitled = false }: Props) {
  const t = useT();
  const { data: receipts, isPending } = useReceiptsOfDispatch(eventId);
  const reward = useReward();
  if (isPending || reward.isPending)
    return <Skeleton height="var(--result, 5.5rem)" label={t('state.loading')} />;
  if (!receipts) return null;
  const totals = totalsOf(receipts);
  const earned = reward.data
    ? earnedBy(
        reward.data.entries,
        receipts.map((receipt) => receipt.eventId),
      )
    : null;
  const money = earned && earned.amount > 0 ? moneyText(earned.amount, earned.currency) : null;
  if (!totals) return money === null ? null : <p>{resultTitle(null, money)}</p>;
  const title = isTitled ? resultTitle(totals.reductionWh, money) : null;
  const newest = isTitled ? versionsOf(receipts)[0] : undefined;
  return <Equation title={title} totals={totals} earned={earned} newest={newest} />;
}

/** Whether what an event has saved is final; nothing where it has saved nothing. */
export function ResultState({ eventId }: Pick<Props, 'eventId'>) {
  const { data: receipts, isPending } = useReceiptsOfDispatch(eventId);
  if (isPending) return <p style={{ blockSize: '1.875rem' }} />;
  const newest = receipts && totalsOf(receipts) ? versionsOf(receipts)[0] : undefined;
  return newest ? (
    <p>
      <StateChip state={newest.state} />
    </p>
  ) : null;
}
