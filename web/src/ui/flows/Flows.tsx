import type { PowerNow } from '#domain/telemetry/power-now.ts';
import { kilowatts } from '#web/lib/language/format.ts';
import { useT } from '#web/lib/language/i18n.ts';
import type { TextKey } from '#web/lib/language/i18n.ts';
import { Icon } from '#web/ui/icon/icons.tsx';
import type { IconName } from '#web/ui/icon/icons.tsx';
import styles from './Flows.module.css';
import { GAP, HEIGHT, WIDTH, bandHeight, ribbonsOf } from './ribbons.ts';
import type { Ribbons } from './ribbons.ts';

interface Part {
  readonly role: 'solar' | 'battery' | 'grid' | 'home';
  readonly icon: IconName;
  readonly label: TextKey;
  readonly watts: number;
}

const flows = ({ watts }: Part): boolean => watts > 0;

const sourcesOf = ({ solar, battery, grid }: PowerNow<unknown>): Part[] =>
  (
    [
      { role: 'solar', icon: 'sun', label: 'power.solar', watts: solar ?? 0 },
      { role: 'battery', icon: 'battery', label: 'power.battery.from', watts: battery ?? 0 },
      { role: 'grid', icon: 'grid', label: 'power.grid.from', watts: grid ?? 0 },
    ] as const
  ).filter(flows);

const sinksOf = ({ use, battery, grid }: PowerNow<unknown>): Part[] =>
  (
    [
      { role: 'home', icon: 'home', label: 'power.home', watts: use ?? 0 },
      { role: 'battery', icon: 'battery', label: 'power.battery.into', watts: -(battery ?? 0) },
      { role: 'grid', icon: 'grid', label: 'power.grid.to', watts: -(grid ?? 0) },
    ] as const
  ).filter(flows);

function Figure({ label, watts }: Pick<Part, 'label' | 'watts'>) {
  const t = useT();
  const { value, unit } = kilowatts(watts);
  return (
    <>
      <dt>{t(label)}</dt>
      <dd>
        <b>{value}</b> {unit}
      </dd>
    </>
  );
}

interface SideProps {
  readonly parts: readonly Part[];
  readonly slots: Ribbons['sources'];
}

function Side({ parts, slots }: SideProps) {
  return (
    <dl className={styles['side']} style={{ gap: GAP }}>
      {parts.map(({ role, icon, label, watts }, index) => (
        <div key={role} className={styles[role]} style={{ flexGrow: slots[index]?.height }}>
          <Icon name={icon} size={20} />
          <Figure label={label} watts={watts} />
        </div>
      ))}
    </dl>
  );
}

function Bars({ parts, slots }: SideProps) {
  return (
    <svg className={styles['bars']} viewBox={`0 0 4 ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {parts.map(({ role }, index) => {
        const { top = 0, height = 0 } = slots[index]?.bar ?? {};
        // Also what is hardly anything is seen.
        const shown = Math.max(height, 2);
        return (
          <rect
            key={role}
            className={styles[role]}
            y={top - (shown - height) / 2}
            width="4"
            height={shown}
            rx="2"
          />
        );
      })}
    </svg>
  );
}

interface FlowsProps {
  readonly sources: readonly Part[];
  readonly sinks: readonly Part[];
}

/** Rows: how many stand one below the other. */
export const flowsOf = (power: PowerNow<unknown>): FlowsProps & { readonly rows: number } => {
  const [sources, sinks] = [sourcesOf(power), sinksOf(power)];
  return { sources, sinks, rows: Math.max(sources.length, sinks.length) };
};

/** From one place to one other: both as discs, and a band between them that points to where the power goes. */
function Band({ from, to }: { readonly from: Part; readonly to: Part }) {
  return (
    <div className={styles['single']}>
      <dl>
        {[from, to].map(({ role, icon, label, watts }) => (
          <div key={role} className={styles[role]}>
            <span className={styles['disc']} aria-hidden="true">
              <Icon name={icon} size={28} />
            </span>
            <Figure label={label} watts={watts} />
          </div>
        ))}
      </dl>
      <div
        className={`${styles['band']} ${styles[from.role] ?? ''}`}
        style={{ blockSize: bandHeight(from.watts) }}
        aria-hidden="true"
      />
    </div>
  );
}

/** Ribbons as high as their power from where it comes to where it goes; the figures beside them are text. */
export function Flows({ flows: { sources, sinks } }: { readonly flows: FlowsProps }) {
  const [source, sink] = [sources[0], sinks[0]];
  if (!source || !sink) return <div className={styles['flows']} />;
  if (sources.length === 1 && sinks.length === 1) return <Band from={source} to={sink} />;
  const drawn = ribbonsOf(
    sources.map(({ watts }) => watts),
    sinks.map(({ watts }) => watts),
  );
  return (
    <div className={styles['flows']}>
      <Side parts={sources} slots={drawn.sources} />
      <Bars parts={sources} slots={drawn.sources} />
      <svg
        className={styles['ribbons']}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {drawn.ribbons.map(({ from, to, path }) => (
          <path key={`${from} ${to}`} className={styles[sources[from]?.role ?? 'grid']} d={path} />
        ))}
      </svg>
      <Bars parts={sinks} slots={drawn.sinks} />
      <Side parts={sinks} slots={drawn.sinks} />
    </div>
  );
}
