import { HOUR, MINUTE } from '#domain/time/durations.ts';
import { hoursBetween, startOfHour } from '#domain/time/time.ts';
import type { Dispatch, DispatchDevice } from '../../dispatch.ts';
import { plannedSettings } from '#web/lib/planned-settings.ts';

/** own: as the person set it; return: goes back, each device in its turn. */
export type SegmentKind = 'own' | 'cool' | 'heat' | 'event' | 'return';

/** What one device does in a span. Times in ms, temperature in °F. */
export interface Segment {
  readonly kind: SegmentKind;
  readonly from: number;
  readonly to: number;
  /** null: not known. */
  readonly degrees: number | null;
}

export interface AxisPhase {
  readonly name: 'prepare' | 'event' | 'return';
  readonly from: number;
  readonly to: number;
}

export interface Axis {
  readonly from: number;
  readonly to: number;
  readonly phases: readonly AxisPhase[];
  /** Those that begin on the clock of the home, both ends included. */
  readonly hours: readonly number[];
  /** When the event was cancelled, if that is on the axis. */
  readonly cancelledAt: number | null;
}

/** Shown before the start and after the end. */
const AROUND = 2 * HOUR;
/** If the start is further away, the axis begins without the present. */
const FARTHEST_NOW = 4 * HOUR;
/** Devices begin and return within some minutes of each other; people read round times. */
const GRID = 5 * MINUTE;

const floorTo = (time: number, grid: number): number => Math.floor(time / grid) * grid;
const ceilTo = (time: number, grid: number): number => Math.ceil(time / grid) * grid;

export const phasesOf = ({ startTime, endTime, devices }: Dispatch): AxisPhase[] => {
  const facts = devices.map((device) => plannedSettings(device.event.type, device));
  const begins = facts.flatMap(({ before }) => (before ? [floorTo(before.from, GRID)] : []));
  const returns = facts.flatMap(({ after }) => (after ? [ceilTo(after.from, GRID)] : []));
  const prepare = Math.min(startTime, ...begins);
  const back = Math.max(endTime, ...returns);
  const phases: AxisPhase[] = [
    { name: 'prepare', from: prepare, to: startTime },
    { name: 'event', from: startTime, to: endTime },
    { name: 'return', from: endTime, to: back },
  ];
  return phases.filter(({ from, to }) => to > from);
};

const cancelledIn = ({ events }: Dispatch, from: number, to: number): number | null => {
  const times = events.flatMap(({ cancelledAt }) => (cancelledAt === null ? [] : [Date.parse(cancelledAt)]));
  const last = Math.max(...times);
  return times.length === events.length && last >= from && last < to ? last : null;
};

/** The time axis of a dispatch: the event with some hours around it, and its phases. */
export const axisOf = (dispatch: Dispatch, now: number, zone: string): Axis => {
  const phases = phasesOf(dispatch);
  const first = Math.min(dispatch.startTime - AROUND, phases[0]?.from ?? dispatch.startTime);
  const isNear = dispatch.startTime - now <= FARTHEST_NOW;
  const from = startOfHour(
    isNear ? Math.min(first, Math.max(now, dispatch.startTime - FARTHEST_NOW)) : first,
    zone,
  );
  const last = Math.max(dispatch.endTime, dispatch.startTime) + AROUND;
  const begun = startOfHour(last, zone);
  const to = begun === last ? last : startOfHour(begun + HOUR, zone);
  return {
    from,
    to,
    phases,
    hours: [...hoursBetween(from, to, zone), to],
    cancelledAt: cancelledIn(dispatch, from, to),
  };
};

/** What the device does from one end of the axis to the other, without gaps. */
export const segmentsOf = (device: DispatchDevice, { from, to }: Pick<Axis, 'from' | 'to'>): Segment[] => {
  const { side, before, during, after } = plannedSettings(device.event.type, device);
  const afterwards = after?.degrees ?? null;
  const start = Date.parse(device.event.startTime);
  const end = Math.min(during?.to ?? start, Date.parse(device.event.endTime));
  // Who leaves goes back at once.
  const leaves = device.optOut ? Date.parse(device.optOut.at) : Infinity;
  const back = after && leaves === Infinity ? ceilTo(Math.max(after.from, end), GRID) : end;
  const planned: readonly Segment[] = [
    ...(before
      ? [
          {
            kind: side === 'heat' ? 'heat' : 'cool',
            from: before.from,
            to: start,
            degrees: before.degrees,
          } as const,
        ]
      : []),
    { kind: 'event', from: start, to: Math.max(start, end), degrees: during?.degrees ?? null },
    { kind: 'return', from: end, to: back, degrees: afterwards },
  ];
  const kept = planned
    .map((segment) => ({
      ...segment,
      to: Math.min(segment.to, leaves, to),
      from: Math.max(segment.from, from),
    }))
    .filter((segment) => segment.to > segment.from);
  const begin = kept[0]?.from ?? to;
  const rest = kept.at(-1)?.to ?? to;
  return [
    { kind: 'own', from, to: begin, degrees: afterwards } as const,
    ...kept,
    { kind: 'own', from: rest, to, degrees: afterwards } as const,
  ].filter((segment) => segment.to > segment.from);
};

export const placeIn = ({ from, to }: Pick<Axis, 'from' | 'to'>, time: number): number =>
  ((time - from) / (to - from)) * 100;

/** Percent of an axis that half of the names of two phases take up, from 36rem on and below that. */
const NAME_ROOM = { wide: 10, narrow: 20 } as const;

/** On which axes the name of a phase would lie over that of the event; null: on none. */
export const coversEvent = (axis: Axis, phase: AxisPhase): 'always' | 'narrow' | null => {
  const event = axis.phases.find(({ name }) => name === 'event');
  if (!event || phase.name === 'event') return null;
  const middleOf = ({ from, to }: AxisPhase) => placeIn(axis, (from + to) / 2);
  const apart = Math.abs(middleOf(phase) - middleOf(event));
  if (apart < NAME_ROOM.wide) return 'always';
  return apart < NAME_ROOM.narrow ? 'narrow' : null;
};

/** Least widths of an axis in rem: with text of twice the size, at 320 px, and in a card from 36rem and from 66rem on. */
export const AXIS_WIDTHS = { tiny: 6.9, narrow: 15.5, wide: 29, widest: 38 } as const;

/** Half of what a label takes up, in rem, with the space beside it. */
export const HALF = { hour: 1.55, edge: 2, range: 3.4 } as const;

/** hour: a full hour; edge: where the event begins or ends; range: both in one label, where there is no room for two. */
export interface AxisLabel {
  readonly kind: keyof typeof HALF;
  readonly from: number;
  readonly to: number;
}

/** The labels that an axis of this width, in rem, has room for: those of the event before those of hours, and the ends before the others. */
export const labelsOf = (axis: Axis, width: number): readonly AxisLabel[] => {
  const event = axis.phases.find(({ name }) => name === 'event');
  const middleOf = ({ kind, from, to }: AxisLabel) => {
    const half = HALF[kind];
    return Math.min(Math.max((placeIn(axis, (from + to) / 2) / 100) * width, half), width - half);
  };
  const isClear = (label: AxisLabel, others: readonly AxisLabel[]) =>
    others.every(
      (other) => Math.abs(middleOf(label) - middleOf(other)) >= HALF[label.kind] + HALF[other.kind],
    );
  const edges = event
    ? [event.from, event.to].map((time): AxisLabel => ({ kind: 'edge', from: time, to: time }))
    : [];
  const [start, end] = edges;
  const chosen: AxisLabel[] =
    event && start && end && !isClear(start, [end])
      ? [{ kind: 'range', from: event.from, to: event.to }]
      : edges;
  const hours = axis.hours.map((time): AxisLabel => ({ kind: 'hour', from: time, to: time }));
  const ends = [...hours.slice(0, 1), ...hours.slice(-1)];
  for (const hour of [...ends, ...(width < AXIS_WIDTHS.wide ? [] : hours.slice(1, -1))]) {
    if (isClear(hour, chosen)) chosen.push(hour);
  }
  return chosen.toSorted((a, b) => a.from - b.from);
};
