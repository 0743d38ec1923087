import { describe, expect, test } from 'vitest';
import { LANGUAGES, textsIn } from '../../text/testing/locales.ts';
import { HOUR, MINUTE } from '../../time/time.ts';
import type { PlanStep } from '../event.ts';
import { planFor } from '../plan/plan.ts';
import {
  consequenceSentence,
  dropSentence,
  exclusionSentence,
  reasonSentence,
  valuesOf,
} from './sentences.ts';
import { stepSentence } from './step-sentence.ts';
import { cooling, deviceOf, eventOf, home, START, thermostatAt, water } from '../testing/facts.ts';
import { everyConsequence, everyDropReason, everyExclusion, everyStepReason } from '../testing/reasons.ts';

const sentences = [
  ...everyExclusion.map(exclusionSentence),
  ...everyDropReason.map(dropSentence),
  ...everyConsequence.map(consequenceSentence),
  ...everyStepReason.map(reasonSentence),
];

describe('sentences about events', () => {
  test.each(LANGUAGES)('[LANG-1] %s: every reason code has wording', (language) => {
    const texts = textsIn(language);
    expect(sentences.length).toBeGreaterThan(40);
    expect(sentences.map(({ key }) => key).filter((key) => texts[key] === undefined)).toEqual([]);
  });

  test('values are written by the formats of the reader', () => {
    const formats = {
      temperature: (value: number) => `${value} F`,
      difference: (value: number) => `by ${value}`,
      time: (value: number) => `at ${value - START}`,
      moment: (value: number) => `on ${value - START}`,
      money: (amount: number, currency: string) => `${amount} ${currency}`,
      label: (group: string, word: string) => `${group}/${word}`,
    };
    const values = {
      warm: { temperature: 76 },
      shift: { difference: 2 },
      start: { time: START },
      since: { moment: START + 1 },
      price: { amount: 2500, currency: 'USD' },
      mode: { group: 'mode', word: 'eco' },
      count: 3,
      name: 'Hall',
    } as const;
    expect(valuesOf({ key: 'any', values }, formats)).toEqual({
      warm: '76 F',
      shift: 'by 2',
      start: 'at 0',
      since: 'on 1',
      price: '2500 USD',
      mode: 'mode/eco',
      count: 3,
      name: 'Hall',
    });
  });

  const stepsOf = (plan: ReturnType<typeof planFor>) => {
    if ('excluded' in plan) throw new Error(plan.excluded.code);
    return plan;
  };

  test('a room is prepared, rests at the planned temperature for the whole window, and goes back', () => {
    const event = eventOf(cooling);
    const plan = stepsOf(
      planFor(event, deviceOf('tstat', 'sensibo', thermostatAt('cool', 74, 74)), home, START - 4 * HOUR),
    );
    const sentences = plan.steps.map((step) => stepSentence(event, 'Hall', step, plan.moved));
    expect(sentences.map(({ key }) => key)).toEqual([
      'event.step.before.cool',
      'event.step.during.air',
      'event.step.after',
    ]);
    expect(sentences[0]?.values).toMatchObject({ device: 'Hall', shift: { difference: 2 } });
    // The start of the event, not the turn that this device has within the first minutes.
    expect(sentences[1]?.values).toEqual({
      device: 'Hall',
      temperature: { temperature: 77 },
      from: { time: START },
      to: { time: START + 2 * HOUR },
    });
  });

  test('a room that was eased, one that is heated, and water have sentences of their own', () => {
    const step: PlanStep = {
      phase: 'during',
      at: START + MINUTE,
      until: START + HOUR,
      command: { heatSetpoint: 66 },
      reason: { code: 'event', until: START + HOUR, eased: true },
    };
    const eased = stepSentence(eventOf(cooling), 'Hall', step, ['mode', 'heatSetpoint']);
    expect(eased).toMatchObject({
      key: 'event.step.during.eased',
      values: { temperature: { temperature: 66 } },
    });
    const before: PlanStep = {
      ...step,
      phase: 'before',
      reason: { code: 'prepare', side: 'heat', shift: 1 },
    };
    expect(stepSentence(eventOf(cooling), 'Hall', before, ['heatSetpoint']).key).toBe(
      'event.step.before.heat',
    );
    const ofWater = eventOf(water);
    const plan = stepsOf(
      planFor(
        ofWater,
        deviceOf('hwh', 'rheem', { 'hwh-set-temperature': 125, 'hwh-set-mode': 'Heat Pump' }),
        home,
        START - HOUR,
      ),
    );
    const [first] = plan.steps;
    if (!first) throw new Error('no step');
    expect(stepSentence(ofWater, 'Tank', first, plan.moved)).toMatchObject({
      key: 'event.step.during.water',
      values: { temperature: { temperature: 110 } },
    });
  });
});
