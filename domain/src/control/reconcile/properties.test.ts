import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { must } from '../../testing/must.ts';
import { runs } from '../../testing/property-runs.ts';
import type { LimitedDevice } from '../gate/safety.ts';
import { CONTROL_TIMES, phaseOf, shownValue } from '../state.ts';
import {
  COOL,
  DEVICES,
  FAN,
  FIRST,
  HEAT,
  KEYS,
  MODE,
  accept,
  answerCommand,
  readServer,
  deliver,
  applyAnswer,
  newServerAndDevice,
  report,
  runUntilIdle,
  tickNow,
} from '../testing/server-and-device.ts';
import type { ServerAndDevice } from '../testing/server-and-device.ts';
import { edit, retry } from './edits.ts';

const at = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)];

const temperature = fc.integer({ min: 66, max: 80 });
const index = fc.nat({ max: 50 });
const anEdit = fc.oneof(
  fc.tuple(fc.constantFrom(HEAT, COOL), temperature),
  fc.tuple(fc.constant(COOL), fc.constantFrom(74, 75)),
  fc.tuple(fc.constant(MODE), fc.constantFrom('cool', 'heat', 'off')),
  fc.tuple(fc.constant(FAN), fc.constantFrom('auto', 'on')),
);
const kind = <const K extends string, T>(name: K, value: fc.Arbitrary<T>) =>
  fc.record({ name: fc.constant(name), value }, { noNullPrototype: true });
const action = fc.oneof(
  { weight: 6, arbitrary: kind('edit', anEdit) },
  { weight: 6, arbitrary: kind('tick', fc.constant(null)) },
  { weight: 6, arbitrary: kind('answer', fc.nat({ max: 9 })) },
  { weight: 5, arbitrary: kind('deliver', index) },
  { weight: 3, arbitrary: kind('ask', fc.boolean()) },
  { weight: 5, arbitrary: kind('hear', index) },
  { weight: 3, arbitrary: kind('report', index) },
  { weight: 4, arbitrary: kind('wait', fc.constantFrom(1, 500, 3_000, 12_000, 60_000, 121_000)) },
  { weight: 1, arbitrary: kind('fail', index) },
  { weight: 1, arbitrary: kind('retry', fc.constant(null)) },
  { weight: 1, arbitrary: kind('knob', anEdit) },
  { weight: 1, arbitrary: kind('member', anEdit) },
);
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

const perform = (system: ServerAndDevice, one: LimitedDevice, step: Action): void => {
  if (step.name === 'edit') {
    const [key, value] = step.value;
    system.client = edit(system.client, key, value);
    system.edits += 1;
    must(shownValue(system.client, key) === value, 'an edit shows at once');
  } else if (step.name === 'tick') tickNow(system, one);
  else if (step.name === 'answer') answerCommand(system, step.value === 0);
  else if (step.name === 'deliver') deliver(system, at(system.sentCommands, step.value));
  else if (step.name === 'ask') {
    const answer = readServer(system);
    if (step.value) applyAnswer(system, answer);
  } else if (step.name === 'hear') {
    const answer = at(system.answers, step.value);
    if (answer) applyAnswer(system, answer);
  } else if (step.name === 'report') report(system, at(system.sentCommands, step.value));
  else if (step.name === 'wait') system.now += step.value;
  else if (step.name === 'retry') {
    system.edits += system.client.failure === null ? 0 : 1;
    system.client = retry(system.client);
  } else if (step.name === 'fail') {
    const order = at(system.sentCommands, step.value);
    if (order?.state !== 'sent') return;
    order.state = 'failed';
    system.isFailed = true;
  } else {
    system.hasOtherChanges = true;
    const [key, value] = step.value;
    if (step.name === 'knob') Object.assign(system.values, { [key]: value });
    else accept(system, { [key]: value }, false);
  }
};

describe('any interleaving', () => {
  test('[REC-1] [REC-2] [T-30] [T-31] [UX-14] [UX-15] ends with what the device has; no stale reading moves a wanted value', () => {
    const seen = { failed: 0, calm: 0, commands: 0, phases: new Set<string>() };
    const run = fc.record({
      steps: fc.array(action, { minLength: 1, maxLength: 60, size: 'max' }),
      hasWord: fc.boolean(),
      one: fc.constantFrom(...DEVICES),
    });
    fc.assert(
      fc.property(run, ({ steps, hasWord, one }) => {
        const system = newServerAndDevice();
        for (const step of steps) {
          perform(system, one, step);
          seen.phases.add(phaseOf(system.client, system.now));
        }
        runUntilIdle(system, one, hasWord);

        for (const key of KEYS)
          must(shownValue(system.client, key) === system.values[key], `${key} is not what is shown`);
        must(system.client.awaiting.length === 0 && system.inFlight === null, 'something is still awaited');
        must(['idle', 'failed', 'expired'].includes(phaseOf(system.client, system.now)), 'not at rest');
        must(new Set(system.effective).size === system.effective.length, 'something took effect twice');
        must(system.commands <= system.edits, 'more commands than wishes');
        seen.failed += system.isFailed ? 1 : 0;
        seen.commands += system.commands;
        if (system.isFailed || system.hasOtherChanges) return;
        seen.calm += 1;
        must(system.client.failure === null, 'a failure without reason');
        for (const key of KEYS) {
          const last = steps.findLast((step) => step.name === 'edit' && step.value[0] === key);
          const wish = last?.name === 'edit' ? last.value[1] : FIRST[key];
          must(system.values[key] === wish, `the last wish for ${key} is lost`);
        }
      }),
      { numRuns: runs(4_000) },
    );
    // Calm and stormy runs both have to be among them.
    expect(Math.min(seen.failed, seen.calm)).toBeGreaterThan(runs(4_000) / 20);
    expect(seen.commands).toBeGreaterThan(runs(4_000));
    expect(seen.phases.size).toBe(7);
  }, 120_000);

  test('[REC-1] [UX-14] rapid edits within one tick end in exactly one command with the last value', () => {
    fc.assert(
      fc.property(
        fc.array(anEdit, { minLength: 5, maxLength: 12 }),
        fc.constantFrom(...DEVICES),
        (edits, one) => {
          const system = newServerAndDevice();
          for (const [key, value] of edits) system.client = edit(system.client, key, value);
          const last = Object.fromEntries(edits);
          const isChange = Object.entries(last).some(([key, value]) => FIRST[key] !== value);
          for (let round = 0; round < 5; round += 1) {
            tickNow(system, one);
            answerCommand(system, false);
            system.now += CONTROL_TIMES.reconcileMs;
          }
          for (const order of system.sentCommands) deliver(system, order);
          expect(system.commands).toBe(isChange ? 1 : 0);
          expect(system.values).toEqual({ ...FIRST, ...last });
        },
      ),
      { numRuns: runs(2_000) },
    );
  });
});
