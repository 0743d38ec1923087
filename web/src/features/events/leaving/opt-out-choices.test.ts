import { afterEach, describe, expect, test } from 'vitest';
import type { EventDevice, HouseEvent, OptOutConsequence } from '#contract/entities/event.ts';
import { forgetEnglish, withTexts } from '#web/lib/testing/english.ts';

afterEach(forgetEnglish);

/** 5 PM in Denver. */
const START = '2026-11-17T00:00:00.000Z';
const END = '2026-11-17T03:00:00.000Z';

const NOTHING: OptOutConsequence = { code: 'nothing', used: null, free: null, amount: null, currency: null };

const stepOf = (phase: 'during' | 'after', heatSetpoint: number): EventDevice['steps'][number] => ({
  phase,
  at: START,
  until: END,
  command: { heatSetpoint },
  reason: { code: 'return' },
});

const eventOf = (deviceId: string, consequence: OptOutConsequence, easesTo: number | null): HouseEvent => ({
  id: `event-${deviceId}`,
  dispatchId: 'one',
  category: 'event',
  type: 'tstat',
  eventDay: '2026-11-16',
  startTime: START,
  endTime: END,
  state: 'active',
  optOutAllowed: true,
  cause: null,
  programId: 'p',
  programName: 'P',
  deviceEventLogs: [],
  devices: [
    {
      deviceId,
      steps: [stepOf('during', 66), stepOf('after', 70)],
      excluded: null,
      optOut: null,
      eased: false,
      mayEase: easesTo !== null,
      easesTo,
      outcome: 'responded',
      returned: null,
    },
  ],
  consequence,
  leftAt: null,
});

const choicesOf = async (
  events: readonly HouseEvent[],
  deviceId: string | null = null,
  picked: { readonly deviceId: string | null } | null = { deviceId: null },
) => {
  const { dispatchesOf, optOutChoices } = await withTexts('en', async () => ({
    ...(await import('../dispatch.ts')),
    ...(await import('./opt-out-choices.ts')),
  }));
  const [dispatch] = dispatchesOf(events);
  if (!dispatch) throw new Error('no dispatch');
  return optOutChoices({ dispatch, deviceId, picked, nameOf: (id) => id, zone: 'America/Denver' });
};

describe('[UX-23] what the dialog of leaving offers', () => {
  test('from least to most, each with its price; a dispatch of two programs names both', async () => {
    const free: OptOutConsequence = { ...NOTHING, code: 'free', used: 1, free: 3 };
    const month: OptOutConsequence = { ...NOTHING, code: 'loses_month_reward', used: 5, free: 5 };
    const choices = await choicesOf([eventOf('Den', free, 68), eventOf('Tank', month, null)]);
    expect(choices.map(({ kind, title, price }) => [kind, title, price])).toEqual([
      ['ease', 'Ease Den', 'Keeps your opt-outs'],
      ['device', 'Opt out with one device', 'Free, 2 of 3'],
      ['all', 'Opt out with all 2 devices', 'Free, 2 of 3 + This month’s reward'],
    ]);
    expect(choices[0]?.text).toBe('68\u00A0°F instead of 66\u00A0°F. Everything stays in the event.');
    expect(choices[2]?.text).toMatch(
      /^Uses free opt-out 2 of 3 this season\. You get no reward for this month\. You can join again until 7:45\sPM\.$/,
    );
  });

  test('the price of one device is that of the chosen one; where none can be chosen, prices that differ are not told', async () => {
    const free: OptOutConsequence = { ...NOTHING, code: 'free', used: 1, free: 3 };
    const month: OptOutConsequence = { ...NOTHING, code: 'loses_month_reward', used: 5, free: 5 };
    const events = [eventOf('Den', free, null), eventOf('Tank', month, null)];
    const oneOf = async (given: readonly HouseEvent[], picked: { deviceId: string | null } | null) => {
      const [choice] = await choicesOf(given, null, picked);
      return [choice?.price, choice?.text];
    };
    const others = 'Your other devices stay in the event.';
    const ofDen = ['Free, 2 of 3', `${others} Uses free opt-out 2 of 3 this season.`];
    expect(await oneOf(events, { deviceId: null })).toEqual(ofDen);
    expect(await oneOf(events, { deviceId: 'Den' })).toEqual(ofDen);
    expect(await oneOf(events, { deviceId: 'Tank' })).toEqual([
      'This month’s reward',
      `${others} You get no reward for this month.`,
    ]);
    expect(await oneOf(events, null)).toEqual(['', others]);
    expect(await oneOf([eventOf('Den', free, null), eventOf('Attic', free, null)], null)).toEqual(ofDen);
  });

  test('from a card it is about that device; the only device is everything', async () => {
    const [den, tank] = [eventOf('Den', NOTHING, null), eventOf('Tank', NOTHING, null)];
    const kindsOf = async (events: readonly HouseEvent[]) =>
      (await choicesOf(events, 'Den')).map(({ title }) => title);
    expect(await kindsOf([den, tank])).toEqual(['Opt out with Den only', 'Opt out with all 2 devices']);
    expect(await kindsOf([den])).toEqual(['Opt out with your device']);
  });

  test.each([
    [{ ...NOTHING, code: 'late_notice' }, 'Free', 'Costs nothing, because the notice came late.'],
    [NOTHING, 'Free', 'Costs nothing.'],
    [{ ...NOTHING, code: 'counted_already' }, 'Free', 'Costs nothing more: this event already counts.'],
    [
      { ...NOTHING, code: 'loses_event_reward', used: 2, free: 2 },
      'This reward',
      'You get no reward for this event.',
    ],
    [{ code: 'loses_amount', used: 3, free: 3, amount: 2_500, currency: 'USD' }, '−$25.00', 'Costs $25.00.'],
  ] as const)('the price of $code', async (consequence, price, text) => {
    const [choice] = await choicesOf([eventOf('Den', consequence, null)]);
    expect(choice?.price).toBe(price);
    expect(choice?.text.startsWith(text)).toBe(true);
  });

  test('of several rooms that can be eased one is chosen, so that the list stays short', async () => {
    const rooms = ['Den', 'Attic', 'Hall'].map((name) => eventOf(name, NOTHING, 68));
    const [ease, ...more] = await choicesOf([...rooms, eventOf('Tank', NOTHING, null)]);
    expect([ease?.title, ease?.text]).toEqual([
      'Ease one room',
      'Half the change. Everything stays in the event.',
    ]);
    expect(ease?.devices.map(({ deviceId }) => deviceId).toSorted()).toEqual(['Attic', 'Den', 'Hall']);
    expect(more.map(({ kind }) => kind)).toEqual(['device', 'all']);
    expect((await choicesOf(rooms, 'Hall'))[0]?.title).toBe('Ease Hall');
  });

  test('an event that cannot be left offers easing alone', async () => {
    const forced = { ...eventOf('Den', NOTHING, 68), optOutAllowed: false };
    expect((await choicesOf([forced])).map(({ kind }) => kind)).toEqual(['ease']);
  });
});
