import { useT } from '#web/lib/language/i18n.ts';
import { moneyText } from '#web/lib/language/quantity-text.ts';
import { Skeleton } from '#web/ui/container/Skeleton.tsx';
import { useReward } from '../rewards/use-reward.ts';
import { Equation } from './Equation.tsx';
import { earnedBy, totalsOf, versionsOf } from './figures.ts';
import { resultTitle } from './result-title.ts';
import { useReceiptsOfDispatch } from './use-receipt.ts';

interface Props {
  readonly eventId: string;
  /** A sentence says first what came of it: what it stands below does not. */
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
  return <Equation title={title} totals={totals} earned={earned} newest={versionsOf(receipts)[0]} />;
}
