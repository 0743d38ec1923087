import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import { SECOND } from '#domain/time/durations.ts';
import { powerNow } from '#domain/telemetry/power-now.ts';
import type { PowerNow as Power } from '#domain/telemetry/power-now.ts';
import { useHouse } from '#web/api/house-context.ts';
import { now } from '#web/lib/browser/clock.ts';
import { deviceTitle } from '#web/lib/language/device-title.ts';
import { kilowatts } from '#web/lib/language/format.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { useTimed } from '#web/lib/browser/timers.ts';
import { AccordionCard } from '#web/ui/container/AccordionCard.tsx';
import { AgeLine } from '#web/ui/text/AgeLine.tsx';
import { KIND_ICONS } from '#web/ui/icon/kind-icons.ts';
import { Flows, flowsOf } from '#web/ui/flows/Flows.tsx';
import { powerText } from '#web/ui/flows/flows-text.ts';
import styles from './PowerNow.module.css';
import { homeParts } from './home-parts.ts';
import { restText, sentenceOf, summaryOf, unheardText } from './power-text.ts';
import { Icon } from '#web/ui/icon/icons.tsx';

const CHECK_EVERY = 10 * SECOND;

/** Readings become too old to be counted also while no new ones come. */
const useTenSeconds = (): number => useTimed(() => Math.floor(now().getTime() / CHECK_EVERY) * CHECK_EVERY);

const MOST_DEVICES = 3;
/** By the flows that stand one below the other. */
const PARTS_BESIDE = [0, 3, 2];

function Figure({ label, watts }: { readonly label: string; readonly watts: number }) {
  const { value, unit } = kilowatts(Math.abs(watts));
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <b>{value}</b> {unit}
      </dd>
    </div>
  );
}

interface DrawingProps {
  readonly parts: ReturnType<typeof homeParts<DashboardDevice>>;
  /** W of a whole bar. */
  readonly whole: number;
  /** What is called the rest. */
  readonly rest?: string;
}

/** What draws how much. */
function Drawing({ parts, whole, rest }: DrawingProps) {
  return (
    <ul className={styles['drawing']}>
      {parts.map(({ device, watts }) => (
        <li key={device?.id ?? ''}>
          <Icon name={device ? KIND_ICONS[device.kind] : 'home'} size={18} />
          <span className={styles['name']}>{device ? deviceTitle(device) : rest}</span>
          <span className="tabular">{powerText(watts)}</span>
          <span className={styles['bar']} aria-hidden="true">
            <span style={{ inlineSize: `${(100 * watts) / (whole || 1)}%` }} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Sums of what is measured and the devices that draw most; what the rest of the home draws is not known. */
function MeasuredDevices({ power }: { readonly power: Power<DashboardDevice> }) {
  const t = useT();
  const { scope, use, solar, battery, drawing } = power;
  return (
    <div className={styles['measured']}>
      <dl className={styles['figures']}>
        {use === null ? null : (
          <Figure label={t(scope === 'home' ? 'power.home' : 'power.devices')} watts={use} />
        )}
        {solar === null ? null : <Figure label={t('power.solar')} watts={solar} />}
        {battery ? (
          <Figure label={t(battery > 0 ? 'power.battery.from' : 'power.battery.into')} watts={battery} />
        ) : null}
      </dl>
      <Drawing parts={drawing.slice(0, MOST_DEVICES)} whole={drawing[0]?.watts ?? 0} />
    </div>
  );
}

/** Flows of the whole home; where few of them leave room, also what draws in it. */
function WholeHome({ power, rest }: { readonly power: Power<DashboardDevice>; readonly rest: string }) {
  const flows = flowsOf(power);
  return (
    <>
      <Flows flows={flows} />
      <div className={styles['parts']}>
        <Drawing parts={homeParts(power, PARTS_BESIDE[flows.rows] ?? 0)} whole={power.use ?? 0} rest={rest} />
      </div>
    </>
  );
}

/** What the home draws, makes and stores at this moment. */
export function PowerNow() {
  const t = useT();
  const { house, devices } = useHouse();
  useTenSeconds();
  const power = powerNow(devices ?? [], now());
  if (!power) return null;
  const title = t('power.title');
  const unheard = unheardText(power);
  const sentence = sentenceOf(power);
  return (
    <AccordionCard name="power" title={title} summary={summaryOf(power)}>
      <div className={styles['power']}>
        <header className={styles['header']}>
          <p className={styles['title']} aria-hidden="true">
            {title}
          </p>
          <p className={styles['note']}>
            {power.readAt ? <AgeLine time={power.readAt} zone={house.timezone} /> : null}
          </p>
        </header>
        {power.grid === null ? (
          <MeasuredDevices power={power} />
        ) : (
          <WholeHome power={power} rest={restText(devices ?? [])} />
        )}
        {sentence === '' ? null : <p className={styles['sentence']}>{sentence}</p>}
        {unheard === null ? null : <p className={styles['note']}>{unheard}</p>}
      </div>
    </AccordionCard>
  );
}
