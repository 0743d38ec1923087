import type { CommandBody } from '../../../control/command/command.ts';
import type { DeviceKind } from '#contract/entities/device.ts';
import type { SetpointField } from '../../../control/gate/gate-refusal.ts';

/* What screens need to know of a kind to tell its part in an event. Apart from the strategies, which the portal's first view does without. */

/** air: a room gets warmer or cooler; water: a tank gets cooler; charge: a battery gives what it stored. */
export type EventWords = 'air' | 'water' | 'charge';

/** Which sentences tell a kind's part; null: it takes none. */
export const eventWords: Readonly<Record<DeviceKind, EventWords | null>> = {
  tstat: 'air',
  rac: 'air',
  hwh: 'water',
  battery: 'charge',
  evse: null,
  ev: null,
};

/** Whether no temperature tells what they do. */
export const GIVES_CHARGE: Readonly<Record<EventWords, boolean>> = {
  air: false,
  water: false,
  charge: true,
};

const SETPOINTS = ['setpoint', 'coolSetpoint', 'heatSetpoint'] as const satisfies SetpointField[];

/**
 * The setpoint that the step of an event moves. A maker that takes whole commands gets the others with it, with the value that the
 * return sends too. null: it moves none.
 */
export const movedSetpointField = (during: CommandBody, after: CommandBody): SetpointField | null => {
  const given = SETPOINTS.filter((field) => during[field] !== undefined);
  return given.find((field) => during[field] !== after[field]) ?? given[0] ?? null;
};
