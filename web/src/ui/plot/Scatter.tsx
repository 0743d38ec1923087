import { POINT_RADIUS, marksPath, signsPath } from '#domain/plot/path.ts';
import type { Drawing, Sign } from '#domain/plot/path.ts';
import type { Point } from '#domain/plot/point.ts';
import styles from './Plot.module.css';

const RADIUS = POINT_RADIUS.month;

interface Props {
  readonly points: readonly Point[];
  readonly sign: Sign | null;
  readonly drawing: Pick<Drawing, 'x' | 'y'>;
}

function SignedDots({ points, sign, drawing }: Props) {
  return (
    <>
      {sign ? <path className={styles['sign']} d={signsPath(points, drawing, sign)} /> : null}
      <path className={styles['dot']} d={marksPath(points, drawing, RADIUS)} />
    </>
  );
}

/** Hundreds of hours, without the lines between them, which would fill the plot. */
export function Scatter({ points, sign, drawing }: Props) {
  const isIdle = ({ value }: Point): boolean => Math.abs(drawing.y(value) - drawing.y(0)) < RADIUS;
  return (
    <>
      {/* Idle hours of all series lie on one another: in one colour they tell that they were heard. */}
      <path className={styles['idle']} d={marksPath(points.filter(isIdle), drawing, RADIUS)} />
      <SignedDots points={points.filter((point) => !isIdle(point))} sign={sign} drawing={drawing} />
    </>
  );
}

const ONE = [{ time: 0, value: 0 }];
const IN_THE_MIDDLE = { x: () => 0, y: () => 0 };

/** A dot with its sign, twice as large, for the legend. */
export function DotSwatch({ sign }: Pick<Props, 'sign'>) {
  return (
    <svg width="14" height="14" viewBox="-3.5 -3.5 7 7" aria-hidden="true">
      <SignedDots points={ONE} sign={sign} drawing={IN_THE_MIDDLE} />
    </svg>
  );
}
