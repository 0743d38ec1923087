import { useId } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import type { DeviceKind } from '#contract/entities/device.ts';
import type { HouseDay } from '#contract/entities/history.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { useHouse } from '#web/api/house-context.ts';
import { api } from '#web/api/session.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { kilowattHours, kilowatts, percent, temperature } from '#web/lib/language/format.ts';
import type { Quantity } from '#web/lib/language/format.ts';
import { REFRESH } from '#web/lib/browser/timers.ts';
import styles from './DayLine.module.css';
import type { DayOf } from './card-content.ts';
import { dayPath } from './day-path.ts';

const REFRESH_MS = 10 * MINUTE;

/** The last day of every device of the house: one call for all cards, when the first view is drawn. */
const useHouseDay = () => {
  const { house } = useHouse();
  return useQuery<HouseDay>({
    queryKey: ['house-day', house.id],
    queryFn: ({ signal }) => api.get('/house/{houseId}/day', { params: { houseId: house.id }, signal }),
    staleTime: REFRESH_MS,
    refetchInterval: ({ state }) => (state.status === 'error' ? REFRESH.plots : REFRESH_MS),
  });
};

/** °F, W, or a share; less of it is a flat line. */
const SCALES = {
  temperature: { show: temperature, leastSpan: 6 },
  power: { show: kilowatts, leastSpan: 1_000 },
  share: { show: percent, leastSpan: 0.2 },
} as const;

const scaleOf = (kind: DeviceKind, key: string): (typeof SCALES)[keyof typeof SCALES] => {
  if (key.endsWith('temperature')) return SCALES.temperature;
  return key.endsWith('power') ? SCALES.power : SCALES[kind === 'evse' ? 'power' : 'share'];
};

const withUnit = ({ value, unit }: Quantity): string =>
  unit.length > 1 && !unit.startsWith('°') ? `${value}\u00A0${unit}` : `${value}${unit}`;

const HOUR_SECONDS = 3_600;

/** What a charger at rest gave in the day, where it gave any: its power tells little then. */
const energyOf = (values: readonly (number | null)[], stepSeconds: number): number =>
  values.reduce<number>((sum, watts) => sum + ((watts ?? 0) * stepSeconds) / HOUR_SECONDS, 0);

/** Wh; less is what its electronics draw. */
const LEAST_ENERGY = 100;

interface Props {
  readonly device: Pick<DashboardDevice, 'id' | 'kind'>;
  readonly day: DayOf;
}

/** How the main figure of a card went in the last 24 hours; nothing where that is not known. */
export function DayLine({ device, day }: Props) {
  const t = useT();
  const gradient = useId();
  const { data } = useHouseDay();
  const line = data?.devices.find(({ deviceId }) => deviceId === device.id);
  if (!line || line.key !== day.key) return null;
  const full = day.full ?? 1;
  const { show, leastSpan } = scaleOf(device.kind, day.key);
  const { runs, now, target } = dayPath({
    values: line.values,
    value: day.value,
    target: day.target,
    leastSpan: leastSpan * full,
  });
  const low = show(Math.min(line.low, day.value ?? line.low) / full);
  const high = withUnit(show(Math.max(line.high, day.value ?? line.high) / full));
  const energy = device.kind === 'evse' ? energyOf(line.values, data?.stepSeconds ?? 0) : 0;
  return (
    <>
      <p className={styles['range']}>
        {energy >= LEAST_ENERGY
          ? t('day.energy', { energy: withUnit(kilowattHours(energy)) })
          : t('day.range', { low: low.value, high, same: withUnit(low) === high ? 'yes' : 'no' })}
      </p>
      <div className={styles['day']} role="img" aria-label={t('day.spoken', { low: withUnit(low), high })}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <linearGradient id={gradient} x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" className={styles['top']} />
            <stop offset="1" className={styles['bottom']} />
          </linearGradient>
          {runs.map((points) => {
            const path = points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L');
            const [first] = points[0] ?? [0];
            return (
              <g key={path}>
                <path d={`M${path}V130H${first}Z`} fill={`url(#${gradient})`} stroke="none" />
                <path d={`M${path}`} />
              </g>
            );
          })}
          {target === null ? null : <path className={styles['target']} d={`M0 ${target}H100`} />}
        </svg>
        {now ? <span className={styles['now']} style={{ insetBlockStart: `${now[1]}%` }} /> : null}
      </div>
    </>
  );
}
