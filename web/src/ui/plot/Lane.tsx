import type { PlotModel } from '#domain/plot/model.ts';
import styles from './Lane.module.css';
import { LANE, laneText } from './layout.ts';
import type { PlotLayout } from './layout.ts';
import { laneTitle } from './plot-text.ts';
import { laneTone } from './series-tone.ts';

interface Props {
  readonly lane: NonNullable<PlotModel['lane']>;
  readonly layout: PlotLayout;
  readonly labelOf: (name: string) => string;
}

/** When each mode held, above the values that it explains. */
export function Lane({ lane, layout, labelOf }: Props) {
  const height = LANE.height * layout.rem;
  const top = LANE.top * layout.rem;
  const baseline = top + height / 2 + 0.25 * layout.rem;
  return (
    <g>
      <text className={styles['name']} x={layout.left - 8} y={baseline} textAnchor="end">
        {laneTitle(lane)}
      </text>
      {lane.spans.map(({ name, from, to }) => {
        const x = layout.x(from);
        const width = Math.max(2, layout.x(to) - x - 1);
        const text = laneText(labelOf(name), width, layout.rem);
        return (
          <g key={`${name} ${from}`} className={laneTone(lane.names, name)}>
            <rect
              className={styles['span']}
              x={x}
              y={top}
              width={width}
              height={height}
              rx={Math.min(4, width / 2)}
            />
            {text === '' ? null : (
              <text className={styles['label']} x={x + 0.5 * layout.rem} y={baseline}>
                {text}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}
