import { dateTimeFormat } from '#domain/text/intl-cache.ts';
import { startOfHour } from '#domain/time/time.ts';
import { rangeText, timeOfDay } from '#web/lib/language/format.ts';
import { say } from '#web/lib/feedback/say.ts';
import { localeTag, useT } from '#web/lib/language/i18n.ts';
import styles from './Track.module.css';
import { AXIS_WIDTHS, HALF, coversEvent, labelsOf, placeIn } from './plan-axis.ts';
import type { Axis, AxisLabel, Segment } from './plan-axis.ts';
import { segmentLabel } from './segment-text.ts';
import type { Part } from './segment-text.ts';

const spanIn = (axis: Axis, { from, to }: { readonly from: number; readonly to: number }) => ({
  insetInlineStart: `${placeIn(axis, from)}%`,
  inlineSize: `${placeIn(axis, to) - placeIn(axis, from)}%`,
});

interface Props {
  readonly axis: Axis;
  readonly segments: readonly Segment[];
  readonly part: Part;
  /** ms */
  readonly now: number;
}

/** One device's bars; the sentence beside it and the table say the same in words. */
export function Track({ axis, segments, part, now }: Props) {
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
      {axis.cancelledAt === null ? null : (
        <span
          className={styles['cancelled']}
          style={{ insetInlineStart: `${placeIn(axis, axis.cancelledAt)}%` }}
        />
      )}
      {segments.map((segment) => {
        const { short, long } = segmentLabel(segment, part);
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

/** An hour that begins is told without its minutes. */
const timeText = (time: number, zone: string): string =>
  dateTimeFormat(localeTag(), {
    hour: 'numeric',
    ...(startOfHour(time, zone) === time ? {} : { minute: '2-digit' }),
    timeZone: zone,
  }).format(time);

/** Where the middle of a label stands, so that none reaches beyond the axis. Those of its first and last hour begin and end with it. */
const insideAxis = (percent: number, kind: AxisLabel['kind']): string =>
  kind === 'hour' ? `${percent}%` : `clamp(${HALF[kind]}rem, ${percent}%, 100% - ${HALF[kind]}rem)`;

interface TimeProps {
  readonly axis: Axis;
  readonly zone: string;
}

/** When the event begins and ends, and the hours around it, as far as there is room: a set for each width, one of which is shown. */
export function TimeLabels({ axis, zone }: TimeProps) {
  return (
    <div className={styles['times']}>
      {(['tiny', 'narrow', 'wide', 'widest'] as const).map((width) => (
        <div key={width} className={styles[`times-${width}`]}>
          {labelsOf(axis, AXIS_WIDTHS[width]).map(({ kind, from, to }) => (
            <span
              key={from}
              className={[
                styles[kind],
                kind === 'hour' && from === axis.from ? styles['first'] : '',
                kind === 'hour' && from === axis.to ? styles['last'] : '',
              ].join(' ')}
              style={{ insetInlineStart: insideAxis(placeIn(axis, (from + to) / 2), kind) }}
            >
              {kind === 'range' ? rangeText(from, to, zone) : timeText(from, zone)}
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}

/** The word for now, below its line. */
export function NowLabel({ axis, now }: { readonly axis: Axis; readonly now: number }) {
  const t = useT();
  if (now < axis.from || now >= axis.to) return null;
  return (
    <div className={styles['present']}>
      <b style={{ insetInlineStart: `clamp(1.25rem, ${placeIn(axis, now)}%, 100% - 1.25rem)` }}>
        {t('plot.now')}
      </b>
    </div>
  );
}

/** rem: half of the longest words of it. */
const HALF_CANCELLED = 5.25;

/** That the event was cancelled, and when, below its line. */
export function CancelledLabel({ axis, zone }: TimeProps) {
  useT();
  const { cancelledAt } = axis;
  if (cancelledAt === null) return null;
  return (
    <div className={styles['present']}>
      <b
        style={{
          insetInlineStart: `clamp(${HALF_CANCELLED}rem, ${placeIn(axis, cancelledAt)}%, 100% - ${HALF_CANCELLED}rem)`,
        }}
      >
        {say('event.axis.cancelled', { time: timeOfDay(new Date(cancelledAt), zone) })}
      </b>
    </div>
  );
}
