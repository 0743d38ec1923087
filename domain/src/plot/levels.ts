import { usualGap } from './series.ts';
import type { RawPoint } from './series.ts';

/** A name that held for a while. */
export interface Stretch {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Words for nothing at all. */
const NOTHING = ['', 'off', 'idle', 'none'];

/** Parts that run side by side come as one text, such as 'compCool1,fan'. */
const namesIn = (value: RawPoint['value'], several: boolean): string[] => {
  if (!several) return [String(value)];
  return String(value)
    .split(',')
    .map((name) => name.trim())
    .filter((name) => !NOTHING.includes(name.toLowerCase()));
};

/**
 * When something was heard at all, from the moments of what is measured all the time: each stands for the time around it,
 * up to half the way to the next.
 */
export const heardSpans = (times: readonly number[], silence: number, within: Span): Span[] => {
  const around = usualGap(times) / 2;
  const spans: { from: number; to: number }[] = [];
  for (const time of times) {
    const last = spans.at(-1);
    const to = Math.min(time + around, within.to);
    if (last && time - around - last.to <= silence) last.to = to;
    else spans.push({ from: Math.max(time - around, within.from), to });
  }
  return spans;
};

const cut = ({ name, from, to }: Stretch, heard: readonly Span[]): Stretch[] =>
  heard
    .map((span) => ({ name, from: Math.max(from, span.from), to: Math.min(to, span.to) }))
    .filter((piece) => piece.to > piece.from);

interface Reading {
  /** Several names may hold at once. */
  readonly several: boolean;
  /** Where nothing was heard nothing held; null: nobody knows. */
  readonly heard: readonly Span[] | null;
}

/**
 * What held when. The server tells where a value changes and the last one, so each holds until the next; where the device
 * was silent it is cut out.
 */
export const stretchesOf = (raw: readonly RawPoint[], { several, heard }: Reading): Stretch[] => {
  const points = raw
    .map(({ time, value }) => ({ at: Date.parse(time), names: namesIn(value, several) }))
    .filter(({ at }) => Number.isFinite(at))
    .toSorted((a, b) => a.at - b.at);
  const open = new Map<string, number>();
  const found: Stretch[] = [];
  const last = Math.max(points.at(-1)?.at ?? 0, heard?.at(-1)?.to ?? 0);
  for (const { at, names } of points) {
    for (const [name, from] of open) {
      if (names.includes(name)) continue;
      found.push({ name, from, to: at });
      open.delete(name);
    }
    for (const name of names) if (!open.has(name)) open.set(name, at);
  }
  for (const [name, from] of open) found.push({ name, from, to: last });
  const whole = found.toSorted((a, b) => a.from - b.from);
  return heard === null ? whole.filter(({ from, to }) => to > from) : whole.flatMap((one) => cut(one, heard));
};

/** So many names are all shown; of more only those that occur. */
const ALWAYS = 6;

/** The lines of the axis, from below: the maker's order, and whatever else occurred. */
export const namesShown = (known: readonly string[], stretches: readonly Stretch[]): string[] => {
  const seen = [...new Set(stretches.map(({ name }) => name))];
  const listed = known.length <= ALWAYS ? known : known.filter((name) => seen.includes(name));
  return [...listed, ...seen.filter((name) => !known.includes(name))].toReversed();
};

/** The names that held at a moment. */
export const namesAt = (stretches: readonly Stretch[], time: number): string[] =>
  stretches.filter(({ from, to }) => from <= time && time <= to).map(({ name }) => name);
