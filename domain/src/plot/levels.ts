import { usualGap } from './series.ts';
import type { RawPoint } from './series.ts';

/** A level (mode or running equipment) and the time during which it held, in ms. */
export interface LevelSpan {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** Names that say that no equipment runs. */
const IDLE_NAMES = ['', 'off', 'idle', 'none'];

const isIdle = (name: string): boolean => IDLE_NAMES.includes(name.trim().toLowerCase());

/** Equipment that runs at the same time is reported as one text, such as 'compCool1,fan'. */
const namesIn = (value: RawPoint['value'], several: boolean): string[] => {
  if (value === null) return [];
  if (!several) return [String(value)];
  return String(value)
    .split(',')
    .map((name) => name.trim())
    .filter((name) => !isIdle(name));
};

/**
 * When the device reported at all, from the times of readings that come regularly: each covers the time around it, up to
 * half the usual distance to the next.
 */
export const reportedSpans = (times: readonly number[], maxGap: number, within: TimeSpan): TimeSpan[] => {
  const around = usualGap(times) / 2;
  const spans: { from: number; to: number }[] = [];
  for (const time of times) {
    const last = spans.at(-1);
    const to = Math.min(time + around, within.to);
    if (last && time - around - last.to <= maxGap) last.to = to;
    else spans.push({ from: Math.max(time - around, within.from), to });
  }
  return spans;
};

const clip = ({ name, from, to }: LevelSpan, reported: readonly TimeSpan[]): LevelSpan[] =>
  reported
    .map((span) => ({ name, from: Math.max(from, span.from), to: Math.min(to, span.to) }))
    .filter((piece) => piece.to > piece.from);

interface LevelOptions {
  /** Several levels may hold at once. */
  readonly several: boolean;
  /** Level spans are clipped to these; null: not known, nothing is clipped. */
  readonly reported: readonly TimeSpan[] | null;
}

/**
 * Which level held when. The server sends the values at which a resource changed and the last one, so each holds until the
 * next; times without reports are left out.
 */
export const levelSpansOf = (raw: readonly RawPoint[], { several, reported }: LevelOptions): LevelSpan[] => {
  const points = raw
    .map(({ time, value }) => ({ at: Date.parse(time), names: namesIn(value, several) }))
    .filter(({ at }) => Number.isFinite(at))
    .toSorted((a, b) => a.at - b.at);
  const open = new Map<string, number>();
  const spans: LevelSpan[] = [];
  const last = Math.max(points.at(-1)?.at ?? 0, reported?.at(-1)?.to ?? 0);
  for (const { at, names } of points) {
    for (const [name, from] of open) {
      if (names.includes(name)) continue;
      spans.push({ name, from, to: at });
      open.delete(name);
    }
    for (const name of names) if (!open.has(name)) open.set(name, at);
  }
  for (const [name, from] of open) spans.push({ name, from, to: last });
  const sorted = spans.toSorted((a, b) => a.from - b.from);
  return reported === null
    ? sorted.filter(({ from, to }) => to > from)
    : sorted.flatMap((one) => clip(one, reported));
};

/** When the device reported that none of its equipment ran. */
export const restSpansOf = (raw: readonly RawPoint[], reported: readonly TimeSpan[] | null): TimeSpan[] =>
  levelSpansOf(raw, { several: false, reported }).filter(({ name }) => isIdle(name));

/** The levels of the axis, from below: those that occur, in the maker's order, then others; all where none occurs. */
export const namesShown = (known: readonly string[], spans: readonly LevelSpan[]): string[] => {
  const occurring = [...new Set(spans.map(({ name }) => name))];
  const listed = occurring.length === 0 ? known : known.filter((name) => occurring.includes(name));
  return [...listed, ...occurring.filter((name) => !known.includes(name))].toReversed();
};

/** The levels that held at a time. */
export const namesAt = (spans: readonly LevelSpan[], time: number): string[] =>
  spans.filter(({ from, to }) => from <= time && time <= to).map(({ name }) => name);
