import type { Program } from '#contract/entities/program.ts';
import type { Value } from '#contract/entities/device.ts';
import type { CommandBody } from '../../control/command/command.ts';
import { DAY, MINUTE } from '../../time/time.ts';
import type { EventDevice } from '../event.ts';
import type { PastCommand } from '../life/return-target.ts';
import { cooling, deviceOf, readingsAt, START } from './facts.ts';

export const storage: Program = {
  ...cooling,
  id: 'battery-test',
  kinds: ['battery'],
  side: null,
  season: null,
  hours: null,
  weekdays: [0, 1, 2, 3, 4, 5, 6],
  preparation: { minutes: 240 },
  battery: { mayExport: true, mayChargeFromGrid: true },
  spread: { startMinutes: 2, returnMinutes: 15 },
  typicalWhPerHour: { battery: 1_500 },
};

export const CAPACITY = 13_500;

/** `charge`: share of the capacity. */
export const batteryValues = (mode: string, charge: number): Record<string, Value> => ({
  'battery-mode': mode,
  'sis-set-mode': mode,
  'battery-max-capacity': CAPACITY,
  'battery-present-capacity': CAPACITY * charge,
});

export const batteryOf = (
  mfg: string,
  values: Readonly<Record<string, Value>>,
  time = START - MINUTE,
  type: string | null = null,
): EventDevice => deviceOf('battery', mfg, values, { type, readings: readingsAt(time, values) });

/** A person's command of some days ago, which the device confirmed. */
export const ownCommand = (body: CommandBody): PastCommand => ({
  origin: 'person',
  acceptedAt: START - 3 * DAY,
  expiresAt: START - 3 * DAY + 2 * MINUTE,
  deliveredAt: START - 3 * DAY + 1_000,
  confirmedAt: START - 3 * DAY + 2_000,
  body,
});
