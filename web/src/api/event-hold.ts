import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import type { EventDevice } from '#contract/entities/event.ts';
import { visibleControlsOf } from '#domain/control/controls.ts';
import { latestValuesOf } from '#domain/control/latest-values.ts';
import { holdState } from '#domain/events/people/hold-state.ts';
import { plannedSettings } from '#web/lib/planned-settings.ts';
import { runningEventOf } from './event-lock.ts';
import type { CurrentEvents } from './house-context.ts';

/** What a running event does with a setpoint of a device; temperatures in °F, times in ms. */
export interface EventHold {
  readonly state: 'held' | 'waiting';
  readonly eased: boolean;
  readonly degrees: number;
  /** What its owner set, which the return sends; null: not known. */
  readonly own: number | null;
  readonly until: number;
}

type Part = Pick<EventDevice, 'steps' | 'outcome' | 'eased'>;

/** null: the event sets no temperature. */
export const holdIn = (part: Part, device: DashboardDevice): EventHold | null => {
  const { field, during, after } = plannedSettings(device.kind, part);
  if (during === null || during.degrees === null || field === null) return null;
  const key = visibleControlsOf(device).find((one) => one.field === field || one.whenHeating === field)?.key;
  const reported = key === undefined ? null : latestValuesOf(device.realtime).number(key);
  return {
    state: holdState({ wanted: during.degrees, reported, outcome: part.outcome }),
    eased: part.eased,
    degrees: during.degrees,
    own: after?.degrees ?? null,
    until: during.to,
  };
};

/** null: no event runs on the device. */
export const eventHoldOf = (events: CurrentEvents, device: DashboardDevice, at: number): EventHold | null => {
  const part = runningEventOf(events, device.id, at);
  return part ? holdIn(part, device) : null;
};
