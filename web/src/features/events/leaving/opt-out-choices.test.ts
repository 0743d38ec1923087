import { afterEach, describe, expect, test } from 'vitest';
import type { EventDevice, EventPlan, HouseEvent, OptOutConsequence } from '#contract/entities/event.ts';
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
  reason: { code: 'return', after: null },
});

const eventOf = (deviceId: string, consequence: OptOutConsequence, easesTo: number | null): HouseEvent => ({
  id: `event-${deviceId}`,
  dispatchId: 'one',
  category: 'event',
  type: 'tstat',
  eventDay: '2026-11-16',
  startTime: START,
  endTime: END,
  cancelledAt: null,
  state: 'active',
  optOutAllowed: true,
  cause: null,
  programId: 'p',
  programName: 'P',
  reward: { type: 'per-kwh', amount: 55, currency: 'USD' },
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
  now = Date.parse(START),
  plans?: readonly EventPlan[],
) => {
  const { dispatchesOf, optOutChoices } = await withTexts('en', async () => ({
    ...(await import('../dispatch.ts')),
    ...(await import('./opt-out-choices.ts')),
  }));
  const [dispatch] = dispatchesOf(events);
  if (!dispatch) throw new Error('no dispatch');
  return optOutChoices({
    dispatch,
    deviceId,
    picked,
    nameOf: (id) => id,
    plans,
    zone: 'America/Denver',
    now,
  });
};

describe('[UX-23] what the dialog of leaving offers', () => {
  test('from least to most, each with its price; a dispatch of two programs names both', async () => {
    const free: OptOutConsequence = { ...NOTHING, code: 'free', used: 1, free: 3 };
    const month: OptOutConsequence = { ...NOTHING, code: 'loses_month_reward', used: 5, free: 5 };
    const choices = await choicesOf([eventOf('Den', free, 68), eventOf('Tank', month, null)]);
    expect(choices.map(({ kind, title, price }) => [kind, title, price])).toEqual([
      ['ease', 'Ease Den', 'Keeps your opt‑outs'],
      ['device', 'Opt out with one device', 'Free, 2 of 3'],
      ['all', 'Opt out with both devices', 'Free, 2 of 3 + This month’s reward'],
    ]);
    expect(choices[0]?.text).toBe('68\u00A0°F instead of 66\u00A0°F. Everything stays in the event.');
    expect(choices[2]?.text).toMatch(
      /^Uses free opt-out 2 of 3 this season\. You get no reward for this month\. You can join again until 7:45\sPM\.$/,
    );
  });

  test('that less may be enough is said only where there is a choice', async () => {
    const { introText } = await withTexts('en', () => import('./intro-text.ts'));
    const window = { startTime: Date.parse(START), endTime: Date.parse(END) };
    const introTo = async (events: readonly HouseEvent[], at: number) =>
      introText(window, 'America/Denver', at, await choicesOf(events));
    const [alone, eased] = [[eventOf('Tank', NOTHING, null)], [eventOf('Den', NOTHING, 68)]];
    const [before, during] = [window.startTime - 1, window.startTime];
    expect(await introTo(alone, during)).toMatch(/^It ends at 8:00\sPM, in 3.h\.$/);
    expect(await introTo(alone, before)).toMatch(/^It starts today at 5:00\sPM\.$/);
    expect(await introTo(eased, during)).toMatch(/\. A smaller change may be enough\.$/);
    expect(await introTo(eased, before)).toMatch(/\. A smaller change may be enough\.$/);
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

  test('no time in the past: shortly before the end it can only be undone', async () => {
    const late = await choicesOf([eventOf('Den', NOTHING, null)], null, null, Date.parse(END) - 10 * 60_000);
    expect(late.at(-1)?.text).toMatch(
      /You can undo it for 10 seconds; it is too late to join again after that\.$/,
    );
  });

  test('from a card it is about that device; the only device is everything', async () => {
    const [den, tank] = [eventOf('Den', NOTHING, null), eventOf('Tank', NOTHING, null)];
    const kindsOf = async (events: readonly HouseEvent[]) =>
      (await choicesOf(events, 'Den')).map(({ title }) => title);
    expect(await kindsOf([den, tank])).toEqual(['Opt out with Den only', 'Opt out with both devices']);
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
      '68\u00A0°F instead of 66\u00A0°F. Everything stays in the event.',
    ]);
    expect((await choicesOf(rooms, null, null))[0]?.text).toBe(
      'Half the change. Everything stays in the event.',
    );
    expect(ease?.devices.map(({ deviceId }) => deviceId).toSorted()).toEqual(['Attic', 'Den', 'Hall']);
    expect(more.map(({ kind }) => kind)).toEqual(['device', 'all']);
    expect((await choicesOf(rooms, 'Hall'))[0]?.title).toBe('Ease Hall');
  });

  test('[UX-23] easing names degrees, energy and money; a flat reward stays', async () => {
    const planOf = (amounts: readonly [number, number]): EventPlan => ({
      deviceId: 'Den',
      eventId: 'event-Den',
      type: 'tstat',
      steps: [],
      excluded: null,
      asks: null,
      expected: { wh: 2_400, amount: amounts[0], currency: 'USD' },
      ease: { to: 68, expected: { wh: 1_300, amount: amounts[1], currency: 'USD' } },
    });
    // The server tells what easing costs at this moment: no share of it is taken once more.
    const halfway = (Date.parse(START) + Date.parse(END)) / 2;
    const easeOf = async (plans: readonly EventPlan[]) => {
      const [ease] = await choicesOf(
        [eventOf('Den', NOTHING, 68)],
        'Den',
        { deviceId: null },
        halfway,
        plans,
      );
      return [ease?.price, ease?.text];
    };
    expect(await easeOf([planOf([132, 72])])).toEqual([
      'about −$0.60',
      '68\u00A0°F instead of 66\u00A0°F. Everything stays in the event. About 1.1\u00A0kWh and $0.60 less.',
    ]);
    expect(await easeOf([planOf([50, 50])])).toEqual([
      'Keeps your opt‑outs',
      '68\u00A0°F instead of 66\u00A0°F. Everything stays in the event. About 1.1\u00A0kWh less; your reward stays the same.',
    ]);
  });

  test('[UX-23] [UX-47] leaving names the reward that it gives up, what was earned so far included', async () => {
    const free: OptOutConsequence = { ...NOTHING, code: 'free', used: 0, free: 2 };
    const [den, attic] = [eventOf('Den', free, null), eventOf('Attic', free, null)];
    const planOf = (deviceId: string, amount: number): EventPlan => ({
      deviceId,
      eventId: `event-${deviceId}`,
      type: 'tstat',
      steps: [],
      excluded: null,
      asks: null,
      expected: { wh: 2_400, amount, currency: 'USD' },
      ease: null,
    });
    const plans = [planOf('Den', 132), planOf('Attic', 50)];
    const pricesAt = async (at: number, picked: { readonly deviceId: string | null } | null) =>
      (await choicesOf([den, attic], null, picked, at, plans)).map(({ price, text }) => [
        price,
        /About .*?\$[^a-z]* less[^.]*\./.exec(text)?.[0],
      ]);
    const before = Date.parse(START) - 1;
    expect(await pricesAt(before, { deviceId: 'Den' })).toEqual([
      ['about −$1.32', 'About $1.32 less.'],
      ['about −$1.82', 'About $1.82 less.'],
    ]);
    expect((await pricesAt(before, null))[0]).toEqual(['about −$0.50 – $1.32', 'About $0.50 – $1.32 less.']);
    expect((await pricesAt(Date.parse(START), { deviceId: 'Attic' }))[0]).toEqual([
      'about −$0.50',
      'About $0.50 less, with what was earned so far.',
    ]);
    const lost: OptOutConsequence = { ...NOTHING, code: 'loses_event_reward', used: 2, free: 2 };
    const rooms = [eventOf('Den', lost, null), eventOf('Attic', lost, null)];
    const ofLost = await choicesOf(rooms, null, { deviceId: 'Attic' }, before, plans);
    // One device takes the reward of the others along.
    expect(ofLost.map(({ price }) => price)).toEqual(['This reward', 'about −$1.82']);
    expect(ofLost[0]?.text).not.toContain('less');
  });

  test('an event that cannot be left offers easing alone', async () => {
    const forced = { ...eventOf('Den', NOTHING, 68), optOutAllowed: false };
    expect((await choicesOf([forced])).map(({ kind }) => kind)).toEqual(['ease']);
  });
});
