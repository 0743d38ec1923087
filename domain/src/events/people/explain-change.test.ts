import { expect, test } from 'vitest';
import { HOUR, MINUTE } from '../../time/time.ts';
import { explainChange } from './explain-change.ts';
import type { ExplainingCommand } from './explain-change.ts';
import { START } from '../testing/facts.ts';

const device = { kind: 'tstat', mfg: 'honeywell', type: null } as const;
const KEY = 'thermostat-cool-setpoint';

const command = (
  coolSetpoint: number,
  acceptedAt: number,
  more: Partial<ExplainingCommand> = {},
): ExplainingCommand => ({
  origin: 'event',
  because: { code: 'event', until: START + 2 * HOUR, eased: false },
  body: { coolSetpoint },
  acceptedAt,
  endedAt: acceptedAt + 5 * MINUTE,
  ...more,
});
const change = (value: number, time: number, key = KEY) => ({ key, time, value });

test('a change is explained by the automatic command that set it', () => {
  const step = command(76, START);
  expect(explainChange(device, change(76, START + MINUTE), [step])).toBe(step);
});

test('a device whose clock is some seconds behind is explained all the same', () => {
  const step = command(76, START);
  expect(explainChange(device, change(76, START - 20_000), [step])).toBe(step);
});

test.each([
  ['another value', change(74, START + MINUTE)],
  ['another resource', change(76, START + MINUTE, 'thermostat-heat-setpoint')],
  ['long before it', change(76, START - HOUR)],
  ['long after it', change(76, START + HOUR)],
])('%s is not explained', (_name, changed) => {
  expect(explainChange(device, changed, [command(76, START)])).toBeUndefined();
});

test("a person's command after it explains the change, though the automatic one still lives", () => {
  const step = command(76, START, { endedAt: START + 2 * HOUR });
  const person = command(76, START + 10 * MINUTE, { origin: 'person', because: null });
  expect(explainChange(device, change(76, START + 11 * MINUTE), [step, person])).toBe(person);
});

test('of two automatic commands the newer one explains', () => {
  const step = command(76, START, { endedAt: START + 2 * HOUR });
  const back = command(74, START + HOUR, { origin: 'restore', because: { code: 'return' } });
  const commands = [step, back];
  expect(explainChange(device, change(74, START + HOUR + MINUTE), commands)).toBe(back);
  expect(explainChange(device, change(76, START + HOUR + 3 * MINUTE), commands)).toBeUndefined();
});

test('a step is explained also if somebody left the event within the same minute', () => {
  const step = command(76, START);
  const back = command(74, START + 20_000, { origin: 'restore', because: { code: 'return' } });
  expect(explainChange(device, change(76, START + 5_000), [step, back])).toBe(step);
  expect(explainChange(device, change(74, START + 25_000), [step, back])).toBe(back);
  // The device's clock is behind: its return is seen before it was sent.
  expect(explainChange(device, change(74, START + 15_000), [step, back])).toBe(back);
});
