import type { DeviceKind } from '#contract/entities/device.ts';
import { HOUR } from '#domain/durations.ts';
import { dateTimeFormat } from '#domain/intl-cache.ts';
import { localeTag, useT } from '#web/lib/i18n.ts';
import styles from './Track.module.css';
import { coversEvent, isNearNow, placeIn } from './plan-axis.ts';
import type { Axis, Segment } from './plan-axis.ts';
import { isLowered, segmentLabel } from './segment-text.ts';

const spanIn = (axis: Axis, { from, to }: { readonly from: number; readonly to: number }) => ({
  insetInlineStart: `${placeIn(axis, from)}%`,
  inlineSize: `${placeIn(axis, to) - placeIn(axis, from)}%`,
});

interface Props {
  readonly axis: Axis;
  readonly segments: readonly Segment[];
  readonly type: DeviceKind;
  /** ms */
  readonly now: number;
}

/** One device's bars; the sentence beside it and the table say the same in words. */
export function Track({ axis, segments, type, now }: Props) {
  const heats = isLowered(segments);
  return (
    <div className={styles['track']} aria-hidden="true">
      {axis.phases.map((phase) => (
        <span
          key={phase.name}
          className={`${styles['shade']} ${styles[phase.name]}`}
          style={spanIn(axis, phase)}
        />
      ))}
      {now >= axis.from && now < axis.to ? (
        <span className={styles['now']} style={{ insetInlineStart: `${placeIn(axis, now)}%` }} />
      ) : null}
      {segments.map((segment) => {
        const { short, long } = segmentLabel(segment, type, heats);
        return (
          <span
            key={segment.from}
            className={`${styles['bar']} ${styles[`bar-${segment.kind}`]}`}
            style={spanIn(axis, segment)}
          >
            <span className={styles['short']}>{short}</span>
            <span className={styles['long']}>{long}</span>
          </span>
        );
      })}
    </div>
  );
}

export function PhaseLabels({ axis }: { readonly axis: Axis }) {
  const t = useT();
  return (
    <div className={styles['phases']}>
      {axis.phases
        .filter((phase) => coversEvent(axis, phase) !== 'always')
        .map((phase) => (
          <span
            key={phase.name}
            className={`${styles[`name-${phase.name}`] ?? ''} ${coversEvent(axis, phase) === 'narrow' ? styles['near'] : ''}`}
            style={{ insetInlineStart: `${placeIn(axis, (phase.from + phase.to) / 2)}%` }}
          >
            {t(`event.phase.${phase.name}`)}
          </span>
        ))}
    </div>
  );
}

interface HourProps {
  readonly axis: Axis;
  readonly zone: string;
  readonly now: number;
}

/** A label nearer to the present is left out for it. */
const ROOM = 1.25 * HOUR;

export function HourLabels({ axis, zone, now }: HourProps) {
  const t = useT();
  const isNowShown = now >= axis.from && now < axis.to;
  const isPhase = (hour: number) =>
    axis.phases.some(({ name, from, to }) => name === 'event' && (from === hour || to === hour));
  return (
    <div className={styles['hours']}>
      {axis.hours
        .filter((hour) => !isNowShown || Math.abs(hour - now) > ROOM)
        .map((hour) => (
          <span
            key={hour}
            className={[
              isPhase(hour) ? '' : styles['minor'],
              hour === axis.from ? styles['first'] : '',
              hour === axis.to ? styles['last'] : '',
              isNowShown && isNearNow(axis, hour, now) ? styles['near'] : '',
            ].join(' ')}
            style={{ insetInlineStart: `${placeIn(axis, hour)}%` }}
          >
            {dateTimeFormat(localeTag(), { hour: 'numeric', timeZone: zone }).format(hour)}
          </span>
        ))}
      {isNowShown ? (
        <b style={{ insetInlineStart: `clamp(1.25rem, ${placeIn(axis, now)}%, 100% - 1.25rem)` }}>
          {t('plot.now')}
        </b>
      ) : null}
    </div>
  );
}
