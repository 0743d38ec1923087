import type { DeviceKind } from '#contract/entities/device.ts';
import type { EventDevice, EventStep } from '#contract/entities/event.ts';
import { GIVES_CHARGE, eventWords, movedSetpointField } from '#domain/events/plan/strategies/wording.ts';
import type { EventWords } from '#domain/events/plan/strategies/wording.ts';

/** What a device's part in an event is read from; a plan that was not carried out yet has its steps only. */
export type PlannedDevice = Pick<EventDevice, 'steps' | 'excluded'> &
  Partial<Pick<EventDevice, 'optOut' | 'eased' | 'outcome' | 'returned'>>;

/**
 * cool: the room may get warmer; heat: the room may get cooler; water: the tank may get cooler; house: a battery runs the home;
 * grid: it feeds the grid as well.
 */
export type Side = 'cool' | 'heat' | 'water' | 'house' | 'grid';

/** A step of a device with the temperature it sets, in °F. Times in ms. */
export interface Setting {
  readonly from: number;
  readonly to: number;
  /** null: the step names no temperature. */
  readonly degrees: number | null;
}

export interface PlannedSettings {
  readonly words: EventWords;
  /** The setpoint that the event moves; null: it moves none. */
  readonly field: ReturnType<typeof movedSetpointField>;
  readonly side: Side;
  readonly before: Setting | null;
  readonly during: Setting | null;
  /** `to` is when tries end, not when it is done. */
  readonly after: Setting | null;
}

const stepOf = (steps: readonly EventStep[], phase: EventStep['phase']): EventStep | undefined =>
  steps.find((step) => step.phase === phase);

type SideOf = (steps: readonly EventStep[], during: Setting | null, after: Setting | null) => Side;

const SIDE_OF: Readonly<Record<EventWords, SideOf>> = {
  air: (_, during, after) => ((during?.degrees ?? 0) >= (after?.degrees ?? 0) ? 'cool' : 'heat'),
  water: () => 'water',
  charge: (steps) => {
    const reason = stepOf(steps, 'during')?.reason;
    return reason?.code === 'event' && reason.exports ? 'grid' : 'house';
  },
};

export const plannedSettings = (kind: DeviceKind, { steps }: Pick<EventDevice, 'steps'>): PlannedSettings => {
  const field = movedSetpointField(
    stepOf(steps, 'during')?.command ?? {},
    stepOf(steps, 'after')?.command ?? {},
  );
  const settingOf = (phase: EventStep['phase']): Setting | null => {
    const step = stepOf(steps, phase);
    if (step === undefined) return null;
    const degrees = field === null ? null : (step.command[field] ?? null);
    return { from: Date.parse(step.at), to: Date.parse(step.until), degrees };
  };
  const [before, during, after] = [settingOf('before'), settingOf('during'), settingOf('after')];
  // A kind without sentences of its own takes no part, and is only ever told as left out.
  const words = eventWords[kind] ?? 'air';
  return { words, field, side: SIDE_OF[words](steps, during, after), before, during, after };
};

/** Whether a battery gives its charge, so that no temperature is to be told. */
export const givesCharge = ({ words }: Pick<PlannedSettings, 'words'>): boolean => GIVES_CHARGE[words];

/** Whether the event changes anything. */
export const movesDevice = (facts: PlannedSettings): boolean =>
  facts.during !== null && (facts.during.degrees !== null || givesCharge(facts));
