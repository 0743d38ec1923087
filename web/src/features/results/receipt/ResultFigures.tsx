import { useT } from '#web/lib/language/i18n.ts';
import { moneyText } from '#web/lib/language/quantity-text.ts';
import { Skeleton } from '#web/ui/container/Skeleton.tsx';
import { useReward } from '../rewards/use-reward.ts';
import { Equation } from './Equation.tsx';
import { earnedBy, totalsOf, versionsOf } from './figures.ts';
import { useReceiptsOfDispatch } from './use-receipt.ts';

/** What an event has saved and earned, as it is known now; nothing where there is neither. */
export function ResultFigures({ eventId }: { readonly eventId: string }) {
  const t = useT();
  const { data: receipts, isPending } = useReceiptsOfDispatch(eventId);
  const reward = useReward();
  if (isPending || reward.isPending) return <Skeleton height="5.5rem" label={t('state.loading')} />;
  if (!receipts) return null;
  const totals = totalsOf(receipts);
  const earned = reward.data
    ? earnedBy(
        reward.data.entries,
        receipts.map((receipt) => receipt.eventId),
      )
    : null;
  if (!totals) {
    // A reward for each event is paid without a number.
    return earned && earned.amount > 0 ? (
      <p>{t('receipt.title.none.earned', { money: moneyText(earned.amount, earned.currency) })}</p>
    ) : null;
  }
  return <Equation totals={totals} earned={earned} newest={versionsOf(receipts)[0]} isNarrow />;
}
