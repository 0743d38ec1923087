import { afterEach, describe, expect, test } from 'vitest';
import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import type { Language } from '#contract/entities/account.ts';
import { forgetEnglish, withTexts } from '#web/lib/testing/english.ts';

afterEach(forgetEnglish);

const load = (language: Language = 'en') => withTexts(language, () => import('./home-status.ts'));

const NOW = new Date('2026-07-14T20:46:00.000Z');
const calm = { now: NOW, isInEvent: false, age: null };

type Values = Readonly<Record<string, number>>;

const device = (
  kind: DashboardDevice['kind'],
  values: Values,
  {
    status = 'ONLINE',
    minutes = 0,
  }: { readonly status?: 'ONLINE' | 'OFFLINE'; readonly minutes?: number } = {},
): DashboardDevice => {
  const time = new Date(NOW.getTime() - minutes * 60_000).toISOString();
  return {
    id: kind,
    kind,
    mfg: 'ge',
    type: null,
    name: `The ${kind}`,
    uid: kind,
    commandModes: null,
    deviceSettings: null,
    version: 1,
    command: null,
    activeSchedule: { name: '--', uid: 'default', deviceId: kind },
    realtime: [
      ...Object.entries(values).map(([key, value]) => ({ key, value, status: null, time })),
      { key: 'status', value: null, status, time },
    ],
  };
};

const room = device('tstat', { 'thermostat-actual-temperature': 68.2 });
const upstairs = device('tstat', { 'thermostat-actual-temperature': 71 });
const tank = device('hwh', { 'hwh-tank-temperature': 119 });
const battery = device('battery', { 'battery-max-capacity': 13_500, 'battery-present-capacity': 1_350 });
const car = device('ev', { 'ev-battery-level': 0.9 });

describe('the sentence under the greeting', () => {
  test('[DASH-1] names what matters of each kind, and calm only where nothing happens', async () => {
    const { homeStatusText } = await load();
    expect(homeStatusText([room, tank, battery, car], calm)).toBe(
      'All calm: 68\u00A0°F inside, hot water 119\u00A0°F, battery 10%, car 90%.',
    );
    expect(homeStatusText([room, upstairs], calm)).toBe('All calm: 68–71\u00A0°F inside.');
    expect(homeStatusText([room], { ...calm, isInEvent: true })).toBe('Now: 68\u00A0°F inside.');
    const returning = { time: '12:25 PM', cancelled: 'no' };
    expect(homeStatusText([room], { ...calm, isInEvent: true, returning })).toBe(
      'The event is over. Everything is back at your settings by 12:25 PM.',
    );
    expect(
      homeStatusText([room], { ...calm, isInEvent: true, returning: { ...returning, cancelled: 'yes' } }),
    ).toBe('The event was cancelled. Everything is back at your settings by 12:25 PM.');
  });

  test('[DASH-1] [UX-9] old readings are not told as those of now', async () => {
    const { homeStatusText } = await load();
    const silent = device('hwh', { 'hwh-tank-temperature': 119 }, { minutes: 4 });
    expect(homeStatusText([room, silent], calm)).toBe('Now: 68\u00A0°F inside.');
    expect(homeStatusText([silent], calm)).toBe('Your device has not reported for a while.');
    const unheard = { ...tank, realtime: [] };
    expect(homeStatusText([room, unheard], calm)).toBe('Now: 68\u00A0°F inside.');
  });

  test('[DASH-1] [UX-35] nothing is calm while a part of the page has failed', async () => {
    const { homeStatusText } = await load();
    expect(homeStatusText([room, tank], { ...calm, isPartly: true })).toBe(
      'Some data is missing. Now: 68\u00A0°F inside, hot water 119\u00A0°F.',
    );
    const spanish = await load('es');
    expect(spanish.homeStatusText([room], { ...calm, isPartly: true })).toBe(
      'Faltan datos. Ahora: 68\u00A0°F en casa.',
    );
  });

  test('[DASH-1] [UX-9] [UX-36] a failed refresh comes first, and says of when the rest is; offline the page has a notice', async () => {
    const { homeStatusText } = await load();
    const offline = { ...calm, age: '2 min ago' };
    expect(homeStatusText([room], offline)).toBe('Last known: 68\u00A0°F inside.');
    expect(homeStatusText([room], { ...offline, isFailed: true })).toBe(
      'Refresh failed. Last known: 68\u00A0°F inside.',
    );
    expect(homeStatusText([], { ...offline, isFailed: true })).toBe(
      'Refresh failed. Nothing newer is known than 2 min ago.',
    );
    const spanish = await load('es');
    expect(spanish.homeStatusText([room], { ...offline, isFailed: true })).toBe(
      'Datos sin actualizar: 68\u00A0°F en casa.',
    );
  });

  test('[DASH-1] [UX-37] a home without a device, or with one of which there is nothing to tell, has a sentence too', async () => {
    const { homeStatusText } = await load();
    expect(homeStatusText([], calm)).toBe('No devices are connected yet.');
    const charger = device('evse', {});
    expect(homeStatusText([charger], calm)).toBe('Your device is connected.');
    expect(homeStatusText([charger, charger], calm)).toBe('2 devices are connected.');
    const spanish = await load('es');
    expect(spanish.homeStatusText([], calm)).toBe('Aún no hay dispositivos conectados.');
  });

  test('[DASH-1] [DEV-2] what is offline comes first, in both languages', async () => {
    const away = device('ev', {}, { status: 'OFFLINE' });
    const english = await load();
    expect(english.homeStatusText([room, away], calm)).toBe('The ev is offline.');
    const spanish = await load('es');
    expect(spanish.homeStatusText([room, away, away], calm)).toBe('2 dispositivos no tienen conexión.');
    expect(spanish.homeStatusText([room, tank, battery, car], calm)).toBe(
      'Todo en calma: 68\u00A0°F en casa, agua caliente a 119\u00A0°F, batería al 10%, auto al 90%.',
    );
  });
});
