import { MINUTE } from '../../time/time.ts';
import type { DemandEvent, EventDevice } from '../event.ts';
import { newParticipation } from '../participation.ts';
import type { EventAction, Participation } from '../participation.ts';
import { planFor } from '../plan/plan.ts';
import { deviceOf, home, readingsAt, START, thermostatAt } from './facts.ts';

const tstat = deviceOf('tstat', 'sensibo', thermostatAt('cool', 74, 74));

/** The same thermostat with a newer reading. */
export const tstatAt = (time: number, value: number, mode = 'cool'): EventDevice => ({
  ...tstat,
  readings: readingsAt(time, thermostatAt(mode, value, value)),
});

export const participationOf = (event: DemandEvent, more: Partial<Participation> = {}): Participation => ({
  ...newParticipation(
    { eventId: event.id, houseId: 'house-1', deviceId: tstat.id },
    planFor(event, tstat, home, START - MINUTE),
  ),
  ...more,
});

export const actionOf = (
  phase: EventAction['phase'],
  state: EventAction['state'],
  more: Partial<EventAction> = {},
): EventAction => ({
  round: 1,
  phase,
  at: START,
  expiresAt: START + 100 * MINUTE,
  state,
  command: null,
  sentAt: state === 'open' ? null : START + MINUTE,
  deliveredAt: null,
  confirmedAt: state === 'confirmed' ? START + 2 * MINUTE : null,
  reason: null,
  ...more,
});

/** A step that the device has confirmed: 77 °F instead of 74. */
export const during = actionOf('during', 'confirmed', { command: { heatSetpoint: 77, coolSetpoint: 77 } });

export const before = {
  at: START,
  setting: { mode: 'cool', fanMode: 'auto', heatSetpoint: 74, coolSetpoint: 74 },
} as const;
