import type { DeviceKind } from '#contract/entities/device.ts';
import type { EventDevice, EventStep } from '#contract/entities/event.ts';

/** What a device's part in an event is read from; a plan that was not carried out yet has its steps only. */
export type PlannedDevice = Pick<EventDevice, 'steps' | 'excluded'> &
  Partial<Pick<EventDevice, 'optOut' | 'eased' | 'outcome' | 'returned'>>;

/** cool: the room may get warmer; heat: the room may get cooler; water: the tank may get cooler. */
export type Side = 'cool' | 'heat' | 'water';

/** A step of a device with the temperature it sets, in °F. Times in ms. */
export interface Setting {
  readonly from: number;
  readonly to: number;
  /** null: the step names no temperature. */
  readonly degrees: number | null;
}

export interface PlannedSettings {
  readonly side: Side;
  readonly before: Setting | null;
  readonly during: Setting | null;
  /** `to` is when tries end, not when it is done. */
  readonly after: Setting | null;
}

const FIELDS = ['setpoint', 'coolSetpoint', 'heatSetpoint'] as const;
type SetpointField = (typeof FIELDS)[number];

const stepOf = (steps: readonly EventStep[], phase: EventStep['phase']): EventStep | undefined =>
  steps.find((step) => step.phase === phase);

/**
 * The setpoint that the event moves. A maker that takes whole commands gets the others with it, with the value that the
 * return sends too.
 */
export const movedField = (steps: readonly EventStep[]): SetpointField | null => {
  const during = stepOf(steps, 'during')?.command ?? {};
  const after = stepOf(steps, 'after')?.command ?? {};
  const given = FIELDS.filter((field) => during[field] !== undefined);
  return given.find((field) => during[field] !== after[field]) ?? given[0] ?? null;
};

const sideOf = (kind: DeviceKind, during: Setting | null, after: Setting | null): Side => {
  if (kind === 'hwh') return 'water';
  const isRaised = (during?.degrees ?? 0) >= (after?.degrees ?? 0);
  return isRaised ? 'cool' : 'heat';
};

export const plannedSettings = (kind: DeviceKind, { steps }: Pick<EventDevice, 'steps'>): PlannedSettings => {
  const field = movedField(steps);
  const settingOf = (phase: EventStep['phase']): Setting | null => {
    const step = stepOf(steps, phase);
    if (step === undefined) return null;
    const degrees = field === null ? null : (step.command[field] ?? null);
    return { from: Date.parse(step.at), to: Date.parse(step.until), degrees };
  };
  const [before, during, after] = [settingOf('before'), settingOf('during'), settingOf('after')];
  return { side: sideOf(kind, during, after), before, during, after };
};
