import { checkSafety } from '../control/gate/gate.ts';
import type { GateDevice } from '../control/gate/gate.ts';
import type { Refusal } from '../control/gate/gate-refusal.ts';
import { modelOf } from '../manufacturers/index.ts';
import { lastDue, nextDue } from './due-times.ts';
import { daysOf } from './days.ts';
import type { ScheduleEvent } from './runnable.ts';

const MINUTES_A_DAY = 24 * 60;

/** Why an event of a schedule cannot be as it was written; `index` of the event. */
export type ScheduleFault =
  | { readonly index: number; readonly code: 'refused'; readonly refusal: Refusal }
  /** An earlier event is at the same time of the same day: only one of them would count. */
  | { readonly index: number; readonly code: 'same_time' }
  /** It names the same day twice. */
  | { readonly index: number; readonly code: 'day_twice' }
  /** In vacation mode schedules pause: this one would never run again. */
  | { readonly index: number; readonly code: 'vacation' };

const momentsOf = (event: ScheduleEvent): number[] =>
  event.timeOfDay === null
    ? []
    : daysOf(event).map((day) => day * MINUTES_A_DAY + Math.round((event.timeOfDay ?? 0) * 60));

/** The gate decides on what is there; what is missing makes a draft. */
const refusalOf = (device: GateDevice, { command: { mode, setpoint } }: ScheduleEvent): Refusal | null => {
  if (mode === null && setpoint === null) return null;
  const body = { ...(mode === null ? {} : { mode }), ...(setpoint === null ? {} : { setpoint }) };
  const result = checkSafety(device, { type: 'OPERATIONAL', kind: device.kind, body });
  return 'refused' in result ? result.refused : null;
};

/** The faults of the events, in their order, at most one of each. */
export const scheduleFaults = (device: GateDevice, events: readonly ScheduleEvent[]): ScheduleFault[] => {
  const taken = new Set<number>();
  return events.flatMap((event, index): ScheduleFault[] => {
    const { mode } = event.command;
    if (mode !== null && mode === modelOf(device).vacation) return [{ index, code: 'vacation' }];
    if (daysOf(event).length < event.DayOfWeek.length) return [{ index, code: 'day_twice' }];
    const refusal = refusalOf(device, event);
    const moments = momentsOf(event);
    const isTaken = moments.some((moment) => taken.has(moment));
    for (const moment of moments) taken.add(moment);
    if (refusal !== null) return [{ index, code: 'refused', refusal }];
    return isTaken ? [{ index, code: 'same_time' }] : [];
  });
};

/**
 * When a schedule that a device follows is due after it was written anew, in ms; null: never. At once if what it wants at present has
 * changed; otherwise at its next step, so that what somebody set by hand since the last one stays.
 */
export const dueAfterChange = (
  before: readonly ScheduleEvent[],
  after: readonly ScheduleEvent[],
  zone: string,
  now: number,
): number | null => {
  const [was, is] = [lastDue(before, zone, now), lastDue(after, zone, now)];
  const isSame = was?.command.mode === is?.command.mode && was?.command.setpoint === is?.command.setpoint;
  return is === null || isSame ? (nextDue(after, zone, now)?.time ?? null) : now;
};
