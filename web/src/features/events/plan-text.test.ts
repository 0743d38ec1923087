import { afterEach, describe, expect, test } from 'vitest';
import type { Language } from '#contract/entities/account.ts';
import type { EventStep } from '#contract/entities/event.ts';
import { forgetEnglish, withTexts } from '#web/lib/testing/english.ts';
import type { PlannedDevice } from '#web/lib/planned-settings.ts';

afterEach(forgetEnglish);

const load = (language: Language) =>
  withTexts(language, async () => {
    const [plan, { currentStateText }, { setTemperatureUnit }] = await Promise.all([
      import('./plan-text.ts'),
      import('./card/current-state-text.ts'),
      import('#web/lib/language/format.ts'),
    ]);
    return { ...plan, currentStateText, setTemperatureUnit };
  });

/** 5 PM in Denver. */
const START = '2026-07-14T23:00:00.000Z';
const END = '2026-07-15T02:00:00.000Z';
const event = { type: 'tstat', startTime: START, endTime: END, zone: 'America/Denver' } as const;

const during = (command: EventStep['command'], eased = false): EventStep => ({
  phase: 'during',
  at: '2026-07-14T23:03:12.000Z',
  until: END,
  command,
  reason: { code: 'event', until: END, eased, again: false, exports: false },
});
const after = (command: EventStep['command']): EventStep => ({
  phase: 'after',
  at: '2026-07-15T02:11:40.000Z',
  until: '2026-07-16T02:00:00.000Z',
  command,
  reason: { code: 'return', after: null },
});
const before = (command: EventStep['command'], side: 'cool' | 'heat'): EventStep => ({
  phase: 'before',
  at: '2026-07-14T22:00:00.000Z',
  until: START,
  command,
  reason: { code: 'prepare', side, shift: 2 },
});

const cooled: PlannedDevice = {
  excluded: null,
  steps: [before({ coolSetpoint: 72 }, 'cool'), during({ coolSetpoint: 77 }), after({ coolSetpoint: 74 })],
};
/** Of a maker that takes whole commands only. */
const heated: PlannedDevice = {
  excluded: null,
  steps: [
    during({ mode: 'heat', coolSetpoint: 80, heatSetpoint: 66 }),
    after({ mode: 'heat', coolSetpoint: 80, heatSetpoint: 69 }),
  ],
};
const water: PlannedDevice = { excluded: null, steps: [during({ setpoint: 110 }), after({ setpoint: 125 })] };

/** Intl separates times with narrow no-break spaces. */
const plain = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, ' ');

describe('[UX-20] what an event does with a device, in one sentence', () => {
  test('rooms and tanks, in English and °F', async () => {
    const { planSentence, planText } = await load('en');
    expect(plain(planSentence(cooled, 'Living Room', event))).toBe(
      'Living Room is held at 77 °F from 5:00 PM to 8:00 PM.',
    );
    expect(plain(planText(cooled, event))).toBe(
      'Precooled to 72 °F, then held at 77 °F until 8:00 PM, never warmer. Back at 74 °F by 8:15 PM.',
    );
    expect(plain(planText(heated, event))).toBe(
      'Held at 66 °F until 8:00 PM, never cooler. Back at 69 °F by 8:15 PM.',
    );
    expect(plain(planText(water, { ...event, type: 'hwh' }))).toBe(
      'Heated only to 110 °F until 8:00 PM, so there is always hot water. Back at 125 °F by 8:15 PM.',
    );
  });

  test('[LANG-1] [BRAND-5] in Spanish, in °C', async () => {
    const { planSentence, planText, setTemperatureUnit } = await load('es');
    setTemperatureUnit('C');
    expect(plain(planSentence(cooled, 'Sala', event))).toBe(
      'Sala se mantiene a 25 °C de 5:00 p.m. a 8:00 p.m.',
    );
    // The point of the abbreviation ends the sentence too.
    expect(plain(planText(heated, event))).toMatch(/a las 8:15 p\.m\. a más tardar\.$/);
    expect(plain(planText(heated, event))).toContain(
      'Se mantiene a 19 °C hasta las 8:00 p.m., nunca por debajo.',
    );
  });

  test('times are those of the house, wherever the person is', async () => {
    const { planSentence } = await load('en');
    const there = { ...event, zone: 'America/New_York' };
    expect(plain(planSentence(cooled, 'Den', there))).toContain('from 7:00 PM to 10:00 PM');
  });

  test('[LANG-1] in Spanish one hour is singular, the others are not', async () => {
    const { planText } = await load('es');
    const said = (zone: string) => plain(planText(cooled, { ...event, zone }));
    expect(said('Atlantic/Cape_Verde')).toMatch(/ hasta la 1:00 .* a la 1:15 /);
    expect(said('America/Denver')).toMatch(/ hasta las 8:00 .* a las 8:15 /);
    expect(said('America/New_York')).toMatch(/ hasta las 10:00 /);
    expect(said('Atlantic/Bermuda')).toMatch(/ hasta las 11:00 /);
  });

  test('eased, left, left out, put back and not put back are said', async () => {
    const { planSentence } = await load('en');
    const say = (more: Partial<PlannedDevice>) => plain(planSentence({ ...cooled, ...more }, 'Den', event));
    const optOut = { at: START, counted: true } as const;
    expect(say({ eased: true, steps: [during({ coolSetpoint: 75 }, true)] })).toBe(
      'Den is held at 75 °F until 8:00 PM, half as far as planned.',
    );
    expect(say({ optOut: { ...optOut, cause: 'person' } })).toBe('Den opted out of this event.');
    expect(say({ optOut: { ...optOut, cause: 'wall' } })).toMatch(/changed it at the wall/);
    expect(say({ optOut: { ...optOut, cause: 'limits' } })).toMatch(/your limits are tighter/);
    expect(say({ returned: 'done' })).toBe('Den is back at your own setting.');
    expect(say({ returned: 'pending' })).toBe('Den is going back to your own setting.');
    expect(say({ returned: 'failed' })).toBe('Den could not be put back. Please set it by hand.');
    expect(say({ steps: [], excluded: { code: 'offline', since: START } })).toBe(
      'Den is not taking part. It has not reported since Jul 14, 5:00 PM.',
    );
    expect(say({ steps: [] })).toBe('Den stays as you set it.');
  });
});

test('[UX-20] [LANG-1] what a device did in an event that is over is said in the past', async () => {
  const { pastSentence } = await load('en');
  const said = (device: PlannedDevice, kind: 'tstat' | 'hwh' = 'tstat') =>
    plain(pastSentence(device, 'Den', { ...event, type: kind }));
  expect(said(cooled)).toBe('Den was held at 77 °F from 5:00 PM to 8:00 PM.');
  expect(said(water, 'hwh')).toBe('Den heated only to 110 °F from 5:00 PM to 8:00 PM.');
  expect(said({ ...cooled, steps: [] })).toBe('Den stayed as you set it.');
  expect(said({ ...cooled, outcome: 'noResponse', returned: 'done' })).toBe(
    'Den did not answer during the event.',
  );
  expect(said({ ...cooled, outcome: 'responded', returned: 'done' })).toBe(
    'Den is back at your own setting.',
  );
  const { pastSentence: inSpanish } = await load('es');
  expect(plain(inSpanish(cooled, 'Sala', event))).toMatch(/^Sala se mantuvo a 77 °F de 5:00 p\.m\. a /);
});

describe('[UX-20] what a device does now, and why', () => {
  test('through preparation, event and return', async () => {
    const { currentStateText } = await load('en');
    const at = (time: string, more: Partial<PlannedDevice> = {}) => {
      const { doing, why } = currentStateText(
        { ...cooled, outcome: 'pending', ...more },
        event,
        Date.parse(time),
      );
      return plain(`${doing} | ${why}`);
    };
    expect(at('2026-07-14T20:00:00Z')).toBe('Your own setting | Its part in the event begins at 4:00 PM.');
    expect(at('2026-07-14T22:30:00Z')).toMatch(/^Precooling to 72 °F \|/);
    expect(at('2026-07-14T23:01:00Z')).toMatch(/^Starting shortly \| Devices begin one after another/);
    expect(at('2026-07-15T00:00:00Z', { outcome: 'responded' })).toBe(
      'Held at 77 °F | Back at 74 °F by 8:15 PM.',
    );
    expect(at('2026-07-15T00:00:00Z', { outcome: 'responded', eased: true })).toMatch(
      /^Held at 77 °F, eased/,
    );
    expect(at('2026-07-15T00:00:00Z', { outcome: 'responded', returned: 'pending' })).toBe(
      'Going back to your setting | Its part in the event is over.',
    );
    expect(at('2026-07-15T00:00:00Z', { outcome: 'responded', returned: 'done' })).toBe(
      'Your own setting | Its part in the event is over.',
    );
    expect(at('2026-07-15T02:05:00Z', { outcome: 'responded' })).toMatch(/^Going back to your setting/);
    expect(at('2026-07-15T02:20:00Z', { outcome: 'responded', returned: 'done' })).toBe(
      'Your own setting | The event is over.',
    );
    expect(at('2026-07-15T02:20:00Z', { outcome: 'noResponse' })).toMatch(/did not answer/);
    expect(at('2026-07-15T02:20:00Z', { outcome: 'responded', returned: 'failed' })).toMatch(/^Not put back/);
  });

  test('a device that left goes back while the event runs on', async () => {
    const { currentStateText } = await load('en');
    const optOut = { at: START, cause: 'person', counted: true } as const;
    const now = Date.parse('2026-07-15T00:00:00Z');
    const say = (returned: PlannedDevice['returned']) =>
      currentStateText(
        { ...cooled, optOut, outcome: 'optedOut', ...(returned === undefined ? {} : { returned }) },
        event,
        now,
      );
    expect(say('pending')).toMatchObject({ doing: 'Going back to your setting', tone: 'event' });
    expect(say('done')).toMatchObject({ doing: 'Your own setting', why: 'You opted out with this device.' });
    expect(say(null)).toMatchObject({ doing: 'Your own setting', tone: 'calm' });
  });
});
