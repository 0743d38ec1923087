import { expect, test } from 'vitest';
import { MINUTE } from '../../time/time.ts';
import type { Participation } from '../participation.ts';
import { cooling, eventOf, START } from '../testing/facts.ts';
import { actionOf, before, during, participationOf, tstatAt } from '../testing/participation.ts';
import type { PastCommand } from './return-target.ts';
import { settingWithoutEvents } from './without-events.ts';

const NOW = START + 30 * MINUTE;
const event = eventOf(cooling, { state: 'active' });
const both = (value: number) => ({ heatSetpoint: value, coolSetpoint: value });
/** The device reports 77 °F, where the event put it; its owner had 74. */
const device = tstatAt(NOW, 77);
const held = participationOf(event, { before, actions: [during] });
const returning = (state: 'open' | 'sent' | 'delivered' | 'confirmed') => ({
  ...held,
  actions: [during, actionOf('after', state)],
});
const dropped = (code: 'wall_change' | 'fell_back' | 'acted_since') => ({
  ...held,
  actions: [during, actionOf('after', 'dropped', { reason: { code } })],
});
const command = (body: PastCommand['body'], acceptedAt: number): PastCommand => ({
  origin: 'person',
  acceptedAt,
  expiresAt: acceptedAt + 2 * MINUTE,
  deliveredAt: null,
  confirmedAt: null,
  body,
});

test.each<[string, number, Participation[]]>([
  ['nothing holds it', 77, []],
  ['an event that has not moved it', 77, [participationOf(event)]],
  ['an event holds it', 74, [held]],
  ['its return is to be sent', 74, [returning('open')]],
  ['its return is on its way', 74, [returning('sent')]],
  ['its return has not shown yet', 74, [returning('delivered')]],
  ['it has returned', 77, [returning('confirmed')]],
  ['it was changed by hand', 77, [dropped('wall_change')]],
  ['it went back by itself', 77, [dropped('fell_back')]],
  ['the second of two holds it', 74, [participationOf(event), held]],
])('[T-33] what would hold without events: %s', (_what, value, participations) => {
  const history = { commands: [], schedule: null };
  expect(settingWithoutEvents(device, participations, history, NOW)).toMatchObject(both(value));
});

test('[T-33] what people and schedules have set since the event began counts more than the reading before it', () => {
  const schedule = { dueAt: START + 10 * MINUTE, body: both(71) };
  const commands = [command(both(73), START + 20 * MINUTE)];
  const setting = (history: Partial<Parameters<typeof settingWithoutEvents>[2]>, one = held) =>
    settingWithoutEvents(device, [one], { commands: [], schedule: null, ...history }, NOW);
  expect(setting({ schedule })).toMatchObject(both(71));
  expect(setting({ schedule, commands })).toMatchObject(both(73));
  // The step was not sent, and no reading shows it, while the event had not come to the device yet.
  const skipped = participationOf(event, { scheduleSkippedAt: schedule.dueAt });
  expect(setting({ schedule }, skipped)).toMatchObject(both(71));
});
