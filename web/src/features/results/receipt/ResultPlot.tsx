import { useHouse } from '#web/api/house-context.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { Card } from '#web/ui/container/Card.tsx';
import { Skeleton } from '#web/ui/container/Skeleton.tsx';
import { SavingPlot } from '#web/ui/saving-plot/SavingPlot.tsx';
import { exactEnergyWithUnit } from '../energy-text.ts';
import { isMeasured, quartersOf, totalsOf, wayOf } from './figures.ts';
import { useReceiptsOfDispatch } from './use-receipt.ts';

/** What an event's devices used against what they usually use; nothing where no device has a number. */
export function ResultPlot({ eventId }: { readonly eventId: string }) {
  const t = useT();
  const { timezone } = useHouse().house;
  const { data: receipts = [], isPending } = useReceiptsOfDispatch(eventId);
  const totals = totalsOf(receipts);
  if (isPending) {
    return (
      <Card>
        <Skeleton height="var(--result-plot)" label={t('state.loading')} />
      </Card>
    );
  }
  if (totals === null) return null;
  const { actualWh, baselineWh, reductionWh } = totals;
  return (
    <Card labelledBy="event-plot">
      <h2 id="event-plot">{t('receipt.plot')}</h2>
      <p>
        {t('receipt.plot.text', {
          count: receipts.filter(isMeasured).length,
          way: wayOf(totals),
          actual: exactEnergyWithUnit(Math.abs(actualWh)),
          usual: exactEnergyWithUnit(Math.abs(baselineWh)),
        })}
      </p>
      <SavingPlot
        quarters={quartersOf(receipts)}
        zone={timezone}
        label={reductionWh > 0 ? t('receipt.plot.saved', { energy: exactEnergyWithUnit(reductionWh) }) : null}
      />
    </Card>
  );
}
