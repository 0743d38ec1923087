import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Program } from '#contract/entities/program.ts';
import { powerNow } from '#domain/telemetry/power-now.ts';
import { percentOf } from '#domain/events/plan/strategies/battery-charge.ts';
import { mayChangeHome, useHouse } from '#web/api/house-context.ts';
import { now } from '#web/lib/browser/clock.ts';
import { useOnline } from '#web/lib/browser/online.ts';
import { formatNumber, timeOfDay } from '#web/lib/language/format.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { moneyText } from '#web/lib/language/quantity-text.ts';
import { say } from '#web/lib/feedback/say.ts';
import { Card } from '#web/ui/container/Card.tsx';
import { Flows, flowsOf } from '#web/ui/flows/Flows.tsx';
import { flowsText } from '#web/ui/flows/flows-text.ts';
import { Skeleton } from '#web/ui/container/Skeleton.tsx';
import { Button } from '#web/ui/form/Button.tsx';
import { AgeLine } from '#web/ui/text/AgeLine.tsx';
import { EaseButton } from '../leaving/EaseButton.tsx';
import { costText, isEasable } from '../leaving/opt-out-choices.ts';
import { openOptOut } from '../leaving/opt-out-request.ts';
import { resultDueText } from '../result-due.ts';
import { TakeBackEase } from '../leaving/TakeBackEase.tsx';
import { BatteryHead } from './BatteryHead.tsx';
import styles from './BatteryInEvent.module.css';
import { ChargePlot } from './ChargePlot.tsx';
import { RaiseReserve } from './RaiseReserve.tsx';
import { isOldCharge, isResting, stateOf } from './battery-figures.ts';
import type { BatteryInEvent as Battery, EarnedEnergy, Earnings } from './battery-figures.ts';
import { useBatteryInEvent, useEarnings } from './use-battery.ts';

const KILO = 1000;

/** What flows between sun, battery, home and grid. */
function Power({ battery }: { readonly battery: Battery }) {
  const t = useT();
  const { devices, house } = useHouse();
  const power = powerNow(devices ?? [], now());
  return (
    <Card labelledBy="battery-power" className={styles['card'] ?? ''}>
      <header className={styles['title']}>
        <h2 id="battery-power">{t('power.title')}</h2>
        <p className={styles['note']}>
          {power?.readAt && power.grid !== null ? (
            <AgeLine time={power.readAt} zone={house.timezone} />
          ) : null}
        </p>
      </header>
      {power && power.grid !== null ? (
        <>
          <div className={`${styles['flows']} ${stateOf(battery) === 'running' ? styles['giving'] : ''}`}>
            <Flows flows={flowsOf(power)} />
          </div>
          <p className={styles['words']}>{flowsText(power)}</p>
        </>
      ) : (
        <p className={styles['note']}>{t('battery.event.power.none')}</p>
      )}
      {isResting(battery) ? <p className={styles['chip']}>{t('battery.event.resting')}</p> : null}
    </Card>
  );
}

function Charge({ battery }: { readonly battery: Battery }) {
  const t = useT();
  const { timezone } = useHouse().house;
  const { charge, reserve } = battery;
  if (charge === null) {
    return (
      <Card labelledBy="battery-charge" className={styles['card'] ?? ''}>
        <h2 id="battery-charge" className={styles['caption']}>
          {t('battery.charged')}
        </h2>
        <p className={styles['note']}>{t('battery.charge.unknown')}</p>
      </Card>
    );
  }
  const time = timeOfDay(new Date(charge.at), timezone);
  const isOld = isOldCharge(battery);
  const present = formatNumber(charge.stored / KILO, 1);
  const { value, unit } = { value: formatNumber(charge.capacity / KILO, 1), unit: 'kWh' };
  return (
    <Card labelledBy="battery-charge" className={styles['card'] ?? ''}>
      <div>
        <h2 id="battery-charge" className={styles['caption']}>
          {isOld ? say('battery.charged.at', { time }) : t('battery.charged')}
        </h2>
        <p className={styles['figure']}>
          <b className="tabular">{Math.round(percentOf(charge))}</b>
          <span>
            {'%\u2002'}
            {t('battery.of', { present, full: `${value}\u00A0${unit}` })}
          </span>
        </p>
      </div>
      <ChargePlot battery={battery} />
      {isOld && battery.phase === 'active' ? (
        <p className={styles['note']}>{say('battery.charge.silent', { time, reserve })}</p>
      ) : null}
    </Card>
  );
}

interface SumProps {
  readonly title: string;
  readonly sum: EarnedEnergy;
  readonly battery: Battery;
  readonly look?: 'coming';
}

function Sum({ title, sum, battery, look }: SumProps) {
  const t = useT();
  const { reward } = battery.part.event;
  const currency = reward.currency as Program['currency'];
  // With as many digits as the sum needs to be checked.
  const energy = `${formatNumber(Math.max(0, sum.wh) / KILO, 2)}\u00A0kWh`;
  const isPaid = reward.type === 'per-kwh';
  return (
    <div>
      <h2 className={styles['caption']}>{title}</h2>
      <p className={`${styles['money']} ${look ? styles[look] : ''} tabular`}>
        {sum.amount === null ? energy : moneyText(sum.amount, currency)}
      </p>
      {isPaid ? (
        <p className={styles['note']}>
          {t('battery.earned.rate', { energy, price: moneyText(reward.amount, currency) })}
        </p>
      ) : null}
    </div>
  );
}

function Earned({ battery, earnings }: { readonly battery: Battery; readonly earnings: Earnings }) {
  const t = useT();
  const { timezone } = useHouse().house;
  const { soFar } = earnings;
  const { part } = battery;
  // A narrow column breaks no line within it.
  const end = timeOfDay(new Date(part.event.endTime), timezone).replaceAll(/\s/g, '\u00A0');
  const isOver = stateOf(battery) === 'over';
  const isByEnergy = part.event.reward.type === 'per-kwh';
  // Nothing more comes of it at rest and after its end.
  const byEnd = (isByEnergy && isResting(battery)) || isOver ? null : earnings.byEnd;
  if (soFar === null && byEnd === null && !isOver) return null;
  return (
    <Card label={t('event.page.figures')} className={styles['earned'] ?? ''}>
      {soFar ? (
        <Sum
          title={t(
            soFar.amount === null ? 'event.page.soFar' : isOver ? 'battery.earned.event' : 'battery.earned',
          )}
          sum={soFar}
          battery={battery}
        />
      ) : null}
      {byEnd ? (
        <Sum
          title={
            soFar
              ? say('battery.earned.by', { time: end, rate: isByEnergy ? 'yes' : 'no' })
              : t('battery.earned.expected')
          }
          sum={byEnd}
          battery={battery}
          look="coming"
        />
      ) : null}
      {isOver ? (
        <p className={styles['note']}>
          {resultDueText(
            Date.parse(part.event.endTime),
            timezone,
            battery.now,
            part.event.cancelledAt !== null,
          )}
        </p>
      ) : null}
    </Card>
  );
}

function Acts({ battery, onRaise }: { readonly battery: Battery; readonly onRaise: () => void }) {
  const t = useT();
  const online = useOnline();
  const { dispatch, part, device } = battery;
  const { optOutAllowed, consequence } = part.event;
  const isAtRest = isResting(battery);
  return (
    <div className={styles['acts']}>
      {isAtRest ? null : (
        <div>
          <Button disabled={!online} onClick={onRaise}>
            {t('battery.event.raise')}
          </Button>
          <p className={styles['note']}>{t('battery.event.raise.effect')}</p>
        </div>
      )}
      {!isAtRest && (isEasable(part) || part.eased) ? (
        <div>
          <EaseButton device={part} dispatchId={dispatch.id} />
          {part.eased ? <TakeBackEase device={part} /> : null}
          <p className={styles['note']}>{t('battery.event.ease.effect')}</p>
        </div>
      ) : null}
      {optOutAllowed ? (
        <div>
          <Button
            disabled={!online}
            onClick={() => openOptOut({ dispatchId: dispatch.id, deviceId: device.id, choice: null })}
          >
            {t('battery.event.leave')}
          </Button>
          <p className={styles['note']}>{costText(consequence)}</p>
        </div>
      ) : null}
    </div>
  );
}

function InEvent({ battery }: { readonly battery: Battery }) {
  const t = useT();
  const home = useHouse();
  const [raising, setRaising] = useState(false);
  const earnings = useEarnings(battery);
  const state = stateOf(battery);
  const mayAct = mayChangeHome(home) && state !== 'released' && state !== 'over';
  const parts: ReactNode =
    state === 'left' ? null : (
      <>
        {state === 'over' ? null : <Power battery={battery} />}
        <Charge battery={battery} />
        <div className={styles['side']}>
          {earnings.isPending ? (
            <Card className={styles['earned'] ?? ''}>
              <Skeleton height="var(--earned)" label={t('state.loading')} />
            </Card>
          ) : (
            <Earned battery={battery} earnings={earnings} />
          )}
          {mayAct ? <Acts battery={battery} onRaise={() => setRaising(true)} /> : null}
        </div>
      </>
    );
  return (
    <div className={`${styles['event']} ${state === 'over' ? styles['over'] : ''}`}>
      <BatteryHead battery={battery} />
      {parts}
      {raising ? (
        <RaiseReserve
          battery={battery}
          reserve={battery.reserve}
          capacity={battery.charge?.capacity ?? null}
          perHour={earnings.perHour}
          onClose={() => setRaising(false)}
        />
      ) : null}
    </div>
  );
}

/** What an event does with the battery: before it, while it runs, and until it is given back. */
export function BatteryInEvent({ deviceId }: { readonly deviceId: string }) {
  const battery = useBatteryInEvent(deviceId);
  return battery ? <InEvent battery={battery} /> : null;
}
