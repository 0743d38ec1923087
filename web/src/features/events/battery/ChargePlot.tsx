import { useQuery } from '@tanstack/react-query';
import type { SeriesByKey } from '#contract/entities/history.ts';
import { percentOf } from '#domain/events/plan/strategies/battery-charge.ts';
import { linear } from '#domain/plot/scale.ts';
import { hoursBetween, startOfHour } from '#domain/time/time.ts';
import { HOUR, MINUTE } from '#domain/time/durations.ts';
import { dateTimeFormat } from '#domain/text/intl-cache.ts';
import { useHouse } from '#web/api/house-context.ts';
import { api } from '#web/api/session.ts';
import { timeOfDay } from '#web/lib/language/format.ts';
import { localeTag, useT } from '#web/lib/language/i18n.ts';
import { useSize } from '#web/ui/plot/use-size.ts';
import styles from './BatteryInEvent.module.css';
import { isOldCharge } from './battery-figures.ts';
import type { BatteryInEvent } from './battery-figures.ts';

const KEY = 'battery-present-capacity';
const HEIGHT = 200;
/** rem, so that there is room for larger text. */
const EDGE = { left: 2.75, right: 0.5, top: 1.75, bottom: 1.75 } as const;
/** Shown before the start, or before now, and after the end. */
const AROUND = 2 * HOUR;
/** rem per label of the time axis. */
const LABEL_WIDTH = 4;
/** rem of the word for now. */
const NOW_WIDTH = 5;
const TICKS = [0, 50, 100];
/** px that a label needs above or beside a line. */
const GAP = 8;

interface Point {
  readonly time: number;
  readonly percent: number;
}

const usePast = ({ device, charge }: BatteryInEvent, from: number, to: number): readonly Point[] => {
  const { house } = useHouse();
  const { data } = useQuery<SeriesByKey>({
    queryKey: ['battery-charge', house.id, device.id, from],
    queryFn: ({ signal }) =>
      api.get('/house/{houseId}/device/{deviceId}/series', {
        params: { houseId: house.id, deviceId: device.id },
        query: {
          keys: KEY,
          means: '',
          start: new Date(from).toISOString(),
          end: new Date(to).toISOString(),
        },
        signal,
      }),
    refetchInterval: MINUTE,
  });
  if (charge === null) return [];
  return (data?.[KEY] ?? [])
    .flatMap(({ time, value }) =>
      typeof value === 'number'
        ? [{ time: Date.parse(time), percent: percentOf({ ...charge, stored: value }) }]
        : [],
    )
    .filter(({ time }) => time >= from && time < charge.at);
};

const hourText = (time: number, zone: string): string =>
  dateTimeFormat(localeTag(), { hour: 'numeric', timeZone: zone }).format(time);

/** What the battery held, holds, and is expected to hold at the end; below it what is kept for its home. */
export function ChargePlot({ battery }: { readonly battery: BatteryInEvent }) {
  const t = useT();
  const { timezone } = useHouse().house;
  const [element, { width, rem }] = useSize<HTMLDivElement>();
  const { part, charge, reserve, ahead, now } = battery;
  const [start, end] = [Date.parse(part.event.startTime), Date.parse(part.event.endTime)];
  const from = startOfHour(Math.min(start, Math.max(now, start - 4 * HOUR)) - AROUND, timezone);
  const to = end + AROUND;
  const past = usePast(battery, from, to);
  if (charge === null) return null;
  const [left, right] = [EDGE.left * rem, width - EDGE.right * rem];
  const x = linear({ min: from, max: to }, [left, right]);
  const y = linear({ min: 0, max: 100 }, [HEIGHT - EDGE.bottom * rem, EDGE.top * rem]);
  const percent = percentOf(charge);
  // What was last reported, where that is too long ago to be what it is now.
  const isOld = isOldCharge(battery);
  const at = Math.min(Math.max(isOld ? charge.at : now, from), to);
  const line = (points: readonly Point[]) =>
    points.map((one) => `${x(one.time)},${y(one.percent)}`).join(' ');
  const known = [...past, { time: at, percent }];
  const begins = Math.max(at, start);
  const coming: readonly Point[] = ahead
    ? [
        { time: at, percent },
        { time: begins, percent },
        { time: ahead.endsAt, percent: ahead.percent },
        { time: to, percent: ahead.percent },
      ]
    : [];
  const room = Math.max(2, Math.floor((right - left) / (LABEL_WIDTH * rem)));
  const hours = [...hoursBetween(from, to, timezone)];
  const every = Math.max(1, Math.ceil(hours.length / room));
  const shown = Math.round(percent);
  const last = ahead ? Math.round(ahead.percent) : null;
  const texts = { from: timeOfDay(new Date(from), timezone), to: timeOfDay(new Date(to), timezone) };
  // Before the start a nearly full battery's line goes on below the edge of the event.
  const isBelowEdge = at < start && y(percent) - y(100) < 1.5 * rem;
  const hasRoom = right - x(at) > NOW_WIDTH * rem && !isBelowEdge;
  // Beside a curve that has come down to it, or above the axis.
  const isLow = y(0) - y(percent) < 2 * rem;
  // It stays where it is: one label says it.
  const isFlat = last === shown && at >= start;
  // Below its line where the label of now would lie over it.
  const isBelow =
    ahead !== null &&
    Math.abs(y(ahead.percent) - y(percent)) < 1.5 * rem &&
    right - x(at) < (NOW_WIDTH + LABEL_WIDTH * 2) * rem;
  return (
    <div
      ref={element}
      className={styles['plot']}
      role="img"
      aria-label={
        last === null
          ? t('battery.charge.plot.calm', { ...texts, now: shown, reserve })
          : t('battery.charge.plot', { ...texts, now: shown, last, reserve })
      }
    >
      {width > 0 ? (
        <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true">
          <rect
            className={styles['band']}
            x={x(start)}
            width={x(end) - x(start)}
            y={y(100)}
            height={y(0) - y(100)}
          />
          <line className={styles['band-edge']} x1={x(start)} x2={x(end)} y1={y(100)} y2={y(100)} />
          <text
            className={styles['event-word']}
            x={x((start + end) / 2)}
            y={y(100) - GAP}
            textAnchor="middle"
          >
            {t('battery.charge.band')}
          </text>
          {TICKS.map((tick) => (
            <g key={tick}>
              <line className={styles['rule']} x1={left} x2={right} y1={y(tick)} y2={y(tick)} />
              <text className={styles['tick']} x={left - GAP} y={y(tick) + rem / 4} textAnchor="end">
                {t('comfort.percent', { percent: tick })}
              </text>
            </g>
          ))}
          <rect
            className={styles['kept']}
            x={left}
            width={right - left}
            y={y(reserve)}
            height={y(0) - y(reserve)}
          />
          <line className={styles['kept-edge']} x1={left} x2={right} y1={y(reserve)} y2={y(reserve)} />
          <text
            className={styles['kept-word']}
            x={left + GAP}
            y={Math.min(y(reserve) + 1.25 * rem, y(0) - GAP / 2)}
          >
            {t('battery.charge.reserve', { percent: reserve })}
          </text>
          <polyline className={styles['ahead']} points={line(coming)} />
          <polyline className={styles['past']} points={line(known)} />
          {last === null || ahead === null || isFlat ? null : (
            <text
              className={styles['line-word']}
              x={right}
              y={isBelow ? y(ahead.percent) + 1.25 * rem : y(ahead.percent) - GAP}
              textAnchor="end"
            >
              {t('battery.charge.about', { percent: last })}
            </text>
          )}
          <circle className={styles['now']} cx={x(at)} cy={y(percent)} r={5} />
          <text
            className={styles['line-word']}
            x={hasRoom ? x(at) + GAP : x(at) - GAP}
            y={hasRoom ? y(percent) - GAP / 2 : y(percent) + (isLow ? -1 : 1.5) * rem}
            textAnchor={hasRoom ? 'start' : 'end'}
          >
            {isOld ? t('comfort.percent', { percent: shown }) : t('battery.charge.now', { percent: shown })}
          </text>
          {hours
            .filter((_, index) => index % every === 0)
            .map((hour) => (
              <text
                key={hour}
                className={styles['tick']}
                x={x(hour)}
                y={HEIGHT - rem / 2}
                textAnchor={x(hour) > right - 1.5 * rem ? 'end' : 'middle'}
              >
                {hourText(hour, timezone)}
              </text>
            ))}
        </svg>
      ) : null}
    </div>
  );
}
