import { useT } from '#web/lib/language/i18n.ts';
import { Skeleton } from '#web/ui/container/Skeleton.tsx';
import { useReward } from '../rewards/use-reward.ts';
import { Equation } from './Equation.tsx';
import { earnedBy, totalsOf, versionsOf } from './figures.ts';
import { useReceiptsOfDispatch } from './use-receipt.ts';

/** What an event has saved and earned, as it is known now; nothing where there is no number. */
export function ResultFigures({ eventId }: { readonly eventId: string }) {
  const t = useT();
  const { data: receipts, isPending } = useReceiptsOfDispatch(eventId);
  const reward = useReward();
  if (isPending || reward.isPending) return <Skeleton height="5.5rem" label={t('state.loading')} />;
  const totals = receipts ? totalsOf(receipts) : null;
  if (!receipts || !totals) return null;
  const earned = reward.data
    ? earnedBy(
        reward.data.entries,
        receipts.map((receipt) => receipt.eventId),
      )
    : null;
  return <Equation totals={totals} earned={earned} newest={versionsOf(receipts)[0]} isNarrow />;
}
