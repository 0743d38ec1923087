import type { PlotModel } from '#domain/plot/model.ts';
import { isSummedUp, stackedBars } from '#domain/plot/stack.ts';
import { DAY } from '#domain/time/time.ts';
import styles from './Bars.module.css';
import { scaleOf } from './layout.ts';
import type { PlotLayout } from './layout.ts';
import { textureOf, toneOf } from './series-tone.ts';
import { TEXTURES, textureId } from './textures.ts';

/** Share of a day's width that its bar fills, and where another stands beside it, of each of the two. */
const SHARE = { alone: 0.68, main: 0.5, beside: 0.2, gap: 0.05 } as const;
/** rem: the bars of a week are not as wide as a week has room for. */
const WIDEST = 2.75;
/** px between two parts of a stack, and what the stroke of a hollow bar needs inside of its edges. */
const GAP = 1.5;
const INSET = 0.75;

const widthsIn = (layout: PlotLayout, isBeside: boolean) => {
  const day = layout.x(DAY) - layout.x(0);
  const scale = Math.min(1, (WIDEST * layout.rem) / (day * SHARE.alone));
  if (!isBeside) return { main: SHARE.alone * day * scale, beside: 0, gap: 0 };
  return {
    main: SHARE.main * day * scale,
    beside: SHARE.beside * day * scale,
    gap: SHARE.gap * day * scale,
  };
};

/** Lines and dots over the colours of bars, so that neighbours in a stack differ by more than colour. */
export function Textures({ id }: { readonly id: string }) {
  return (
    <defs>
      {TEXTURES.map(({ name, size, d }) => (
        <pattern
          key={name}
          id={textureId(id, name)}
          width={size}
          height={size}
          patternUnits="userSpaceOnUse"
          className={styles['texture']}
        >
          <path d={d} />
        </pattern>
      ))}
    </defs>
  );
}

interface Props {
  readonly model: PlotModel;
  readonly layout: PlotLayout;
  /** Of the textures. */
  readonly id: string;
}

/** One stack of bars for each day; what is no part of its sum stands beside it. */
export function Bars({ model, layout, id }: Props) {
  const { series } = model;
  const width = widthsIn(layout, !model.stored && series.some(({ beside }) => beside));
  const whole = width.main + width.gap + width.beside;
  const bars = stackedBars(series);
  return series.map(({ key, bars: isBars, below = false, beside = false, second }, index) => {
    if (!isBars) return null;
    const isStored = beside && model.stored !== undefined;
    const y = scaleOf(model, layout, { second, beside });
    const inset = below ? INSET : 0;
    const barWidth = Math.max(1, (beside && !isStored ? width.beside : width.main) - 2 * inset);
    // In a row of its own there is nothing beside it.
    const left = second || isStored ? -width.main / 2 : -whole / 2 + (beside ? width.main + width.gap : 0);
    const offset = left + inset;
    const texture = textureOf(model, index);
    return (
      <g key={key} className={toneOf(model, index)}>
        {bars
          .filter((bar) => bar.series === index)
          .map(({ point, from, to }) => {
            const [top, bottom] = [Math.min(y(from), y(to)), Math.max(y(from), y(to))];
            const gap = from === 0 ? 0 : Math.min(GAP, (bottom - top) / 2);
            const box = {
              x: layout.x(point.time) + offset,
              y: top + inset,
              width: barWidth,
              height: Math.max(0, bottom - top - gap - 2 * inset),
              rx: Math.min(2.5, barWidth / 4),
            };
            return (
              <g key={point.time}>
                <rect {...box} className={styles['bar']} />
                {texture && !below ? (
                  <path d={boxPath(box)} fill={`url(#${textureId(id, texture)})`} />
                ) : null}
              </g>
            );
          })}
      </g>
    );
  });
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const boxPath = ({ x, y, width, height }: Box): string => `M${x} ${y}h${width}v${height}h${-width}z`;

/** A dash on the axis for each day of which nothing was heard: no bar would say that nothing was used. */
export function UnheardDays({ model, layout }: Omit<Props, 'id'>) {
  const [first, ...others] = model.stacked ? model.series.filter(isSummedUp) : [];
  return (first?.unheard ?? [])
    .filter((time) => others.every(({ unheard }) => unheard.includes(time)))
    .map((time) => (
      <text
        key={time}
        className={styles['unheard']}
        x={layout.x(time)}
        y={layout.y(0) - 0.25 * layout.rem}
        textAnchor="middle"
      >
        –
      </text>
    ));
}

/** The range of each day as a bar behind its mean. */
export function Ranges({ model, layout }: Omit<Props, 'id'>) {
  const [main] = model.series;
  const width = Math.min(0.875 * layout.rem, 0.5 * (layout.x(DAY) - layout.x(0)));
  return (
    <g className={toneOf(model, 0)}>
      {(main?.points ?? []).map(({ time, span }) =>
        span ? (
          <rect
            key={time}
            className={styles['range']}
            x={layout.x(time) - width / 2}
            y={layout.y(span.high) - 1}
            width={width}
            height={layout.y(span.low) - layout.y(span.high) + 2}
            rx={width / 2}
          />
        ) : null,
      )}
    </g>
  );
}

/** For the legend. */
export function BarSwatch({ model, index, id }: Omit<Props, 'layout'> & { readonly index: number }) {
  const texture = textureOf(model, index);
  const { below: isHollow = false, beside = false } = model.series[index] ?? {};
  return (
    <svg width="14" height="14" aria-hidden="true">
      {texture ? <Textures id={id} /> : null}
      <rect className={styles['bar']} x="1" y="1" width="12" height="12" rx="2" />
      {texture && !isHollow ? <path d="M1 1h12v12h-12z" fill={`url(#${textureId(id, texture)})`} /> : null}
      {beside ? (
        <path
          className={isHollow ? styles['way-in'] : styles['way-out']}
          d={isHollow ? 'M4 5h6l-3 4.5z' : 'M4 9h6l-3 -4.5z'}
        />
      ) : null}
    </svg>
  );
}

export function RangeSwatch() {
  return <rect className={styles['range']} x="10" y="0" width="8" height="12" rx="4" />;
}
