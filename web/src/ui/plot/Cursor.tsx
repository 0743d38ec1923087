import { useEffect, useState } from 'react';
import type { PlotModel } from '#domain/plot/model.ts';
import { valuesAt } from '#domain/plot/model.ts';
import { POINT_RADIUS } from '#domain/plot/path.ts';
import { DAY } from '#domain/time/time.ts';
import { runAfter } from '#web/lib/browser/timers.ts';
import tooltip from './Cursor.module.css';
import styles from './Plot.module.css';
import { toneOf } from './series-tone.ts';
import { scaleOf } from './layout.ts';
import type { PlotLayout } from './layout.ts';
import { momentIn } from './plot-text.ts';
import type { ValueLine } from './plot-text.ts';

interface Props {
  readonly model: PlotModel;
  readonly layout: PlotLayout;
  readonly time: number;
  readonly zone: string;
  readonly lines: readonly ValueLine[];
}

/** px that the radius of a mark grows under the cursor. */
const GROWTH = 1;

export function CursorMarks({ model, layout, time }: Omit<Props, 'zone' | 'lines'>) {
  const x = layout.x(time);
  const half = (layout.x(DAY) - layout.x(0)) / 2;
  const radius = Math.max(3, POINT_RADIUS[model.period.range]) + GROWTH;
  return (
    <g>
      {model.daily ? (
        <rect
          className={styles['day']}
          x={x - half}
          y={layout.top}
          width={2 * half}
          height={layout.foot - layout.top}
          rx="4"
        />
      ) : (
        <line className={styles['cursor']} x1={x} x2={x} y1={layout.top} y2={layout.foot} />
      )}
      {valuesAt(model, time)
        .filter(({ bars }) => !bars)
        .map(({ name, second, below, beside, point }) => (
          <g
            key={name}
            className={toneOf(
              model,
              model.series.findIndex((line) => line.name === name),
            )}
          >
            <circle
              className={styles['mark']}
              cx={layout.x(point.time)}
              cy={scaleOf(model, layout, { second, beside })(below ? -point.value : point.value)}
              r={radius}
            />
          </g>
        ))}
    </g>
  );
}

/** The values at the cursor, on the side of it that has room. */
export function Tooltip({ model, layout, time, zone, lines }: Props) {
  const x = layout.x(time);
  const isRight = x > (layout.left + layout.right) / 2;
  const place = isRight
    ? { insetInlineEnd: `${layout.width - x + 12}px` }
    : { insetInlineStart: `${x + 12}px` };
  return (
    <div
      className={`${tooltip['tooltip']} ${model.lane ? tooltip['below-lane'] : ''}`}
      style={place}
      aria-hidden="true"
    >
      <p className={tooltip['tooltip-time']}>{momentIn(model, time, zone)}</p>
      <dl>
        {lines.map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** The text changes only after the cursor stopped, so that a held key does not flood the screen reader. */
const SPEECH_DELAY_MS = 200;

export function SpokenValues({ text }: { readonly text: string }) {
  const [said, setSaid] = useState('');
  useEffect(() => runAfter(SPEECH_DELAY_MS, () => setSaid(text)), [text]);
  return (
    <p role="status" className="visually-hidden">
      {said}
    </p>
  );
}
