import { useState } from 'react';
import type { HouseEvent } from '#contract/entities/event.ts';
import type { DeviceReceipt, Reward } from '#contract/entities/result.ts';
import { HOUR } from '#domain/time/durations.ts';
import { dateTimeFormat } from '#domain/text/intl-cache.ts';
import { isMoreThanUsual } from '#domain/results/numbers.ts';
import { useHouse } from '#web/api/house-context.ts';
import { boot } from '#web/lib/boot-state.ts';
import { deviceTitle } from '#web/lib/language/device-title.ts';
import { localeTag, useT } from '#web/lib/language/i18n.ts';
import { programName } from '#web/lib/language/program-name.ts';
import { rewardRuleText } from '#web/lib/language/reward-rule-text.ts';
import { paths } from '#web/lib/routing/paths.ts';
import { moneyText } from '#web/lib/language/quantity-text.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { BackLink } from '#web/ui/page/BackLink.tsx';
import { Card } from '#web/ui/container/Card.tsx';
import { EmptyState } from '#web/ui/container/EmptyState.tsx';
import { LoadingPage } from '#web/ui/page/LoadingPage.tsx';
import { MissingPage } from '#web/ui/page/MissingPage.tsx';
import { SavingPlot } from '#web/ui/saving-plot/SavingPlot.tsx';
import { TableToggle } from '#web/ui/plot/TableToggle.tsx';
import { usePageHeading } from '#web/ui/page/page-heading.ts';
import { exactEnergyWithUnit } from '../energy-text.ts';
import { eventRangeText, rangeText } from '../event-days/event-range-text.ts';
import { EnergyTable } from './EnergyTable.tsx';
import { Equation } from './Equation.tsx';
import { HowFound } from './HowFound.tsx';
import styles from './Receipt.module.css';
import tableStyles from '../figures-table.module.css';
import { VersionLine, Versions } from './Versions.tsx';
import { downloadCsv } from './downloads.ts';
import {
  earnedBy,
  hoursOf,
  isMeasured,
  leftAll,
  priceOf,
  quartersOf,
  totalsOf,
  versionsOf,
  wayOf,
} from './figures.ts';
import { resultTitle } from './result-title.ts';
import { useReceipt } from './use-receipt.ts';

interface Props {
  readonly events: readonly HouseEvent[];
  readonly receipts: readonly DeviceReceipt[];
  readonly reward: Reward;
}

/** By which rule each program of the dispatch pays. */
function Rules({ events }: Pick<Props, 'events'>) {
  const t = useT();
  const { programs } = useHouse();
  const byProgram = [...Map.groupBy(events, ({ programId }) => programId).values()];
  return (
    <p className={styles['muted']}>
      {byProgram
        .flatMap(([event]) =>
          event
            ? [
                t('event.page.rule', {
                  program: programName(programs, event),
                  rule: rewardRuleText(event.reward),
                }),
              ]
            : [],
        )
        .join(' ')}
    </p>
  );
}

function Receipt({ events, receipts, reward }: Props) {
  const t = useT();
  const { house, devices } = useHouse();
  const zone = house.timezone;
  const [asTable, setAsTable] = useState(false);
  const totals = totalsOf(receipts);
  const earned = earnedBy(
    reward.entries,
    events.map(({ id }) => id),
  );
  const money = earned && earned.amount > 0 ? moneyText(earned.amount, earned.currency) : null;
  const hasLeft = leftAll(events);
  const title = hasLeft
    ? t('receipt.title.left')
    : receipts.length === 0
      ? t('receipt.none')
      : resultTitle(totals === null ? null : totals.reductionWh, money);
  const heading = usePageHeading(title);
  const nameOf = (deviceId: string): string => {
    const device = devices?.find(({ id }) => id === deviceId);
    return device ? deviceTitle(device) : t('device.number', { id: deviceId });
  };
  const start = Math.min(...events.map(({ startTime }) => Date.parse(startTime)));
  const end = Math.max(...events.map(({ endTime }) => Date.parse(endTime)));
  const versions = versionsOf(receipts);
  // Nothing has changed since: a line is enough.
  const only = versions.length === 1 ? versions[0] : undefined;
  const hours = hoursOf(receipts);
  const fileName = `peak-event-${events[0]?.eventDay ?? ''}`;
  const hourText = (time: number) =>
    rangeText(time, Math.min(time + HOUR, end), zone, { hour: 'numeric', minute: '2-digit' });
  return (
    <>
      <div className={styles['screen-only']}>
        <BackLink path={paths.home} text={t('event.page.home')} />
      </div>
      <header className={styles['head']}>
        <div>
          <p className={styles['print-only']}>
            {boot().page.provider.name} · {house.address}
          </p>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          <p className={styles['muted']}>
            {t('receipt.when', {
              when: eventRangeText(start, end, zone),
            })}
          </p>
        </div>
        {receipts.length > 0 ? (
          <div className={styles['downloads']}>
            <Button onClick={() => downloadCsv(fileName, receipts)}>{t('receipt.download.csv')}</Button>
            <Button onClick={() => window.print()}>{t('receipt.print')}</Button>
          </div>
        ) : null}
      </header>
      {receipts.length === 0 ? (
        <EmptyState icon="clock" title={t('receipt.none.wait')}>
          {t('receipt.none.text')}
        </EmptyState>
      ) : null}
      {totals && !hasLeft ? (
        <Equation
          totals={totals}
          earned={earned}
          newest={versions[0]}
          price={priceOf(events, totals.reductionWh, earned)}
        />
      ) : null}
      {receipts.length === 0 || hasLeft ? null : <Rules events={events} />}
      {only ? <VersionLine version={only} /> : null}
      {totals && isMoreThanUsual(totals.reductionWh) && !hasLeft ? <p>{t('receipt.more.text')}</p> : null}
      <div className={styles['page']}>
        {totals ? (
          <Card labelledBy="receipt-plot" className={styles['main'] ?? ''}>
            <div className={styles['how']}>
              <h2 id="receipt-plot">{t('receipt.plot')}</h2>
              <div className={styles['screen-only']}>
                <TableToggle title={t('receipt.plot')} asTable={asTable} onChange={setAsTable} />
              </div>
            </div>
            <p>
              {t('receipt.plot.text', {
                count: receipts.filter(isMeasured).length,
                way: wayOf(totals),
                actual: exactEnergyWithUnit(Math.abs(totals.actualWh)),
                usual: exactEnergyWithUnit(Math.abs(totals.baselineWh)),
              })}
            </p>
            <SavingPlot
              quarters={quartersOf(receipts)}
              zone={zone}
              label={
                totals.reductionWh > 0 && !hasLeft
                  ? t('receipt.plot.saved', { energy: exactEnergyWithUnit(totals.reductionWh) })
                  : null
              }
            />
            {asTable ? (
              <table className={tableStyles['table']} aria-labelledby="receipt-plot">
                <thead>
                  <tr>
                    <th scope="col">{t('receipt.time')}</th>
                    <th scope="col">{t('receipt.usual')}</th>
                    <th scope="col">{t('receipt.actual')}</th>
                  </tr>
                </thead>
                <tbody>
                  {quartersOf(receipts).map(({ time, baselineWh, actualWh }) => (
                    <tr key={time}>
                      <th scope="row">
                        {dateTimeFormat(localeTag(), {
                          hour: 'numeric',
                          minute: '2-digit',
                          timeZone: zone,
                        }).format(time)}
                      </th>
                      <td data-column={t('receipt.usual')}>{exactEnergyWithUnit(baselineWh)}</td>
                      <td data-column={t('receipt.actual')}>{exactEnergyWithUnit(actualWh)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            ) : null}
          </Card>
        ) : null}
        {totals && !only ? <Versions versions={versions} /> : null}
        {totals ? (
          <EnergyTable
            id="receipt-devices"
            title={t('receipt.byDevice')}
            first={t('receipt.kwh')}
            rows={receipts.map((receipt) => ({
              id: receipt.deviceId,
              name: receipt.estimated
                ? t('receipt.estimated', { device: nameOf(receipt.deviceId) })
                : nameOf(receipt.deviceId),
              figures: isMeasured(receipt) ? receipt : null,
            }))}
            total={totals}
            totalName={t('receipt.allDevices')}
            {...(receipts.some((receipt) => isMeasured(receipt) && wayOf(receipt) !== 'used')
              ? { note: t('receipt.below') }
              : {})}
          />
        ) : null}
        {totals ? (
          <EnergyTable
            id="receipt-hours"
            title={t('receipt.byHour')}
            first={t('receipt.kwh')}
            rows={hours.map((hour) => ({ id: String(hour.time), name: hourText(hour.time), figures: hour }))}
            total={totals}
            totalName={t('receipt.together')}
            note={t('receipt.note')}
          />
        ) : null}
        <HowFound receipts={receipts} nameOf={nameOf} />
        {totals === null && versions.length > 1 ? <Versions versions={versions} /> : null}
      </div>
    </>
  );
}

/** Everything that the result of an event was computed from. */
export function ReceiptPage({ params }: { readonly params: Readonly<Record<string, string>> }) {
  const t = useT();
  const { data, state, retry } = useReceipt(params['eventId'] ?? '');
  if (data) return <Receipt {...data} />;
  if (state === 'loading') return <LoadingPage title={t('plot.event')} />;
  return state === 'unknown' ? (
    <MissingPage title={t('event.page.unknown')} advice={t('event.page.unknown.advice')} />
  ) : (
    <MissingPage title={t('event.page.failed')} retry={retry} />
  );
}
