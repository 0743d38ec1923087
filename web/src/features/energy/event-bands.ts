import type { HouseEvent } from '#contract/entities/event.ts';
import type { TimeBand } from '#web/ui/plot/layout.ts';

type Span = Pick<TimeBand, 'start' | 'end'>;

/** From the start of an event until the last device has left it; null: none takes part. */
const spanOf = ({ startTime, endTime, devices }: HouseEvent): Span | null => {
  const start = Date.parse(startTime);
  const ends = devices.flatMap(({ excluded, optOut }) =>
    excluded === null ? [Math.min(Date.parse(endTime), optOut ? Date.parse(optOut.at) : Infinity)] : [],
  );
  const end = Math.max(start, ...ends);
  return end > start ? { start, end } : null;
};

/** Events of several kinds of device often overlap: together they are one band. */
export const bandsOf = (events: readonly HouseEvent[], label: string): TimeBand[] => {
  const spans = events
    .map(spanOf)
    .filter((span) => span !== null)
    .toSorted((one, other) => one.start - other.start);
  const bands: TimeBand[] = [];
  for (const { start, end } of spans) {
    const last = bands.at(-1);
    if (last && start <= last.end) bands[bands.length - 1] = { ...last, end: Math.max(last.end, end) };
    else bands.push({ start, end, label });
  }
  return bands;
};
