import { describe, expect, test } from 'vitest';
import { HOUR, MINUTE, SECOND } from '../../time/time.ts';
import { overriddenSince, returnTarget } from './return-target.ts';
import type { PastCommand, SettingHistory } from './return-target.ts';
import { deviceOf, START, thermostatAt } from '../testing/facts.ts';

const tstat = deviceOf('tstat', 'ecobee', thermostatAt('cool', 68, 78));
const before = { at: START, setting: { mode: 'cool', fanMode: 'auto', heatSetpoint: 68, coolSetpoint: 74 } };
const person = (acceptedAt: number, confirmedAt: number | null, body: PastCommand['body']): PastCommand => ({
  origin: 'person',
  acceptedAt,
  expiresAt: acceptedAt + 2 * MINUTE,
  deliveredAt: confirmedAt,
  confirmedAt,
  body,
});
const target = (change: Partial<SettingHistory>) =>
  returnTarget(tstat, { commands: [], schedule: null, before, ...change }, ['coolSetpoint']);

describe('returnTarget', () => {
  test('without any other act it is the reading before the first step', () => {
    expect(target({})).toEqual({ coolSetpoint: 74 });
  });

  test('a person’s later command wins, an earlier one that was confirmed does not', () => {
    const later = person(START + MINUTE, null, { coolSetpoint: 71 });
    expect(target({ commands: [later] })).toEqual({ coolSetpoint: 71 });
    const earlier = person(START - HOUR, START - HOUR + 5 * SECOND, { coolSetpoint: 71 });
    expect(target({ commands: [earlier] })).toEqual({ coolSetpoint: 74 });
  });

  test('a command that was accepted but not confirmed when the reading was taken wins over it', () => {
    const onItsWay = person(START - 10 * SECOND, null, { coolSetpoint: 71 });
    expect(target({ commands: [onItsWay] })).toEqual({ coolSetpoint: 71 });
    const confirmedLater = person(START - 10 * SECOND, START + 5 * SECOND, { coolSetpoint: 72 });
    expect(target({ commands: [confirmedLater] })).toEqual({ coolSetpoint: 72 });
    const second = person(START - 5 * SECOND, null, { coolSetpoint: 70 });
    expect(target({ commands: [second, onItsWay] })).toEqual({ coolSetpoint: 70 });
  });

  test('a command that no reading showed in its time gives way to the reading', () => {
    const lost = person(START - HOUR, null, { coolSetpoint: 71 });
    expect(target({ commands: [lost] })).toEqual({ coolSetpoint: 74 });
  });

  test('a schedule’s step that fell due meanwhile wins, unless a person acted after it', () => {
    const schedule = { dueAt: START + HOUR, body: { coolSetpoint: 69 } };
    expect(target({ schedule })).toEqual({ coolSetpoint: 69 });
    expect(target({ schedule: { ...schedule, dueAt: START - HOUR } })).toEqual({ coolSetpoint: 74 });
    const later = person(START + 2 * HOUR, null, { coolSetpoint: 71 });
    expect(target({ schedule, commands: [later] })).toEqual({ coolSetpoint: 71 });
  });

  test('a command that names other fields only does not decide about the moved one', () => {
    const fan = person(START + MINUTE, null, { fanMode: 'on' });
    expect(target({ commands: [fan] })).toEqual({ coolSetpoint: 74 });
    expect(overriddenSince([fan], ['coolSetpoint'], START, START)).toBe('none');
  });

  test('who acted since has the last word, once the command has reached the device', () => {
    const acts = (command: PastCommand) => overriddenSince([command], ['coolSetpoint'], START, START);
    expect(acts(person(START, START + SECOND, { coolSetpoint: 70 }))).toBe('done');
    expect(acts(person(START, null, { coolSetpoint: 70 }))).toBe('open');
    expect(acts(person(START - 1, START, { coolSetpoint: 70 }))).toBe('none');
  });

  test('a command that was never confirmed gives way to a later one that was', () => {
    const first = person(START - 20 * SECOND, null, { coolSetpoint: 71 });
    const second = person(START - 10 * SECOND, START - SECOND, { coolSetpoint: 74 });
    expect(target({ commands: [first, second] })).toEqual({ coolSetpoint: 74 });
  });

  test('a maker that wants whole commands gets every field as it would be', () => {
    const whole = deviceOf('tstat', 'honeywell', thermostatAt('cool', 68, 78));
    const fan = person(START + MINUTE, null, { fanMode: 'on' });
    expect(returnTarget(whole, { commands: [fan], schedule: null, before }, ['coolSetpoint'])).toEqual({
      mode: 'cool',
      fanMode: 'on',
      heatSetpoint: 68,
      coolSetpoint: 74,
    });
  });

  test('[T-26] water does not return above a ceiling that was lowered meanwhile', () => {
    const heater = deviceOf('hwh', 'aquanta', {});
    const history = { commands: [], schedule: null, before: { at: START, setting: { setpoint: 155 } } };
    expect(returnTarget(heater, history, ['setpoint'])).toEqual({ setpoint: 140 });
  });
});
