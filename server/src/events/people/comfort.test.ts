import { describe, expect, test } from 'vitest';
import { MINUTE, SECOND } from '#domain/time/time.ts';
import { databases } from '../../testing/database/databases.ts';
import {
  eventCallsPerTest,
  HEATER,
  ROOM_EVENT,
  THERMOSTAT,
  WATER_EVENT,
} from '../../testing/events/event-calls.ts';

const SETPOINT = 'thermostat-heat-setpoint';
const WATER_SETPOINT = 'hwh-set-temperature';
const NONE = {
  coolCeiling: null,
  heatFloor: null,
  hotWaterMinimum: null,
  batteryReserve: null,
  devicesLeftOut: [],
};

describe.each(databases)('%s', (_name, open) => {
  const calls = eventCallsPerTest(open);

  const room = async () => (await calls.world.participation('housea', THERMOSTAT)).participation;
  const water = async () => (await calls.world.participation('housea', HEATER, WATER_EVENT)).participation;

  test('[T-28] the limits of a home are null until it sets them, and are answered as they were set', async () => {
    expect((await calls.get('comfort')).body).toEqual(NONE);
    const limits = {
      coolCeiling: 79.5,
      heatFloor: 66,
      hotWaterMinimum: 114.5,
      batteryReserve: 45,
      devicesLeftOut: [HEATER],
    };
    const answer = await calls.put('comfort', { ...limits, devicesLeftOut: [HEATER, HEATER] });
    expect([answer.status, answer.body]).toEqual([200, limits]);
    expect((await calls.get('comfort')).body).toEqual(limits);
    expect((await calls.put('comfort', NONE)).body).toEqual(NONE);
    const audits = await calls.db
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'comfort-changed')
      .orderBy('at')
      .execute();
    expect(audits).toMatchObject([
      { detail: { hotWaterMinimum: 114.5, batteryReserve: 45 } },
      { detail: { hotWaterMinimum: null, batteryReserve: null } },
    ]);
  });

  test('[T-28] limits without a minimum of hot water or a reserve leave those that the home has', async () => {
    const { hotWaterMinimum: _, batteryReserve: __, ...others } = NONE;
    await calls.put('comfort', { ...NONE, hotWaterMinimum: 116, batteryReserve: 60 });
    const kept = { ...NONE, heatFloor: 66, hotWaterMinimum: 116, batteryReserve: 60 };
    expect((await calls.put('comfort', { ...others, heatFloor: 66 })).body).toEqual(kept);
    expect((await calls.get('comfort')).body).toEqual(kept);
    expect((await calls.put('comfort', NONE)).body).toEqual(NONE);
  });

  const WRONG: readonly (readonly [string, object])[] = [
    ['a floor below what is safe', { heatFloor: 59 }],
    ['a floor above what a room needs', { heatFloor: 75 }],
    ['a ceiling above what is safe', { coolCeiling: 87 }],
    ['a ceiling below the floor', { coolCeiling: 70, heatFloor: 72 }],
    ['hot water that nobody can use', { hotWaterMinimum: 109.5 }],
    ['hot water that scalds', { hotWaterMinimum: 120.5 }],
    ['hot water finer than anybody sets it', { hotWaterMinimum: 115.123 }],
    ['hot water that is no number', { hotWaterMinimum: '115' }],
    ['a reserve below what makers keep', { batteryReserve: 9 }],
    ['a reserve of more than all', { batteryReserve: 101 }],
    ['a reserve finer than anybody sets one', { batteryReserve: 30.5 }],
    ['a reserve that is no number', { batteryReserve: '30' }],
    ['a ceiling that is no number', { coolCeiling: '78' }],
    ['a ceiling finer than anybody sets one', { coolCeiling: 72.123456 }],
    ['a floor finer than anybody sets one', { heatFloor: 64.1 }],
    ['a device of a neighbour', { devicesLeftOut: ['housebtstat'] }],
    ['an id that is too long', { devicesLeftOut: ['x'.repeat(65)] }],
    ['a field that it does not have', { lifeSupport: true }],
  ];
  test('[T-28] [ERR-1] limits that are not safe, or not of this house, are refused, and the old ones hold', async () => {
    const before = { ...NONE, heatFloor: 65 };
    await calls.put('comfort', before);
    for (const [what, wrong] of WRONG) {
      expect((await calls.put('comfort', { ...NONE, ...wrong })).body, what).toMatchObject({
        status: 422,
        code: 'comfort_invalid',
        title: 'These limits are not possible.',
        detail: expect.stringMatching(/./),
      });
    }
    expect((await calls.get('comfort')).body).toEqual(before);
  });

  test('limits are whole or half degrees, in °F or in °C', async () => {
    // 22 °C and 23.5 °C, as a page in °C computes them.
    for (const coolCeiling of [72, 72.5, (22 * 9) / 5 + 32, (23.5 * 9) / 5 + 32]) {
      expect((await calls.put('comfort', { ...NONE, coolCeiling })).status, `${coolCeiling}`).toBe(200);
    }
  });

  test('[T-28] [OPT-1] a floor above what the running event holds is an opt-out, and the room is put back', async () => {
    await calls.announce();
    await calls.begin();
    expect(await calls.reading(THERMOSTAT, SETPOINT)).toBe(67);
    // Not tighter than the event: nothing happens.
    await calls.put('comfort', { ...NONE, heatFloor: 67 });
    expect((await room()).optOut).toBeNull();

    await calls.put('comfort', { ...NONE, heatFloor: 68 });
    expect(await room()).toMatchObject({ optOut: { cause: 'limits' }, optOutCounted: true });
    expect((await water()).optOut).toBeNull();
    calls.app.clock.advance(10 * SECOND);
    await calls.world.round();
    expect(await calls.reading(THERMOSTAT, SETPOINT)).toBe(70);
    const { body } = await calls.get('dashboard');
    expect(body.leftEvents[0].devices[0].optOut).toMatchObject({ cause: 'limits', counted: true });

    // With a floor that leaves the event no room it stays out, and has left; with a looser one it is in.
    const rejoin = () => calls.post(`event/${ROOM_EVENT}/device/${THERMOSTAT}/rejoin`);
    for (const tight of [
      { ...NONE, heatFloor: 70 },
      { ...NONE, devicesLeftOut: [THERMOSTAT] },
    ]) {
      await calls.put('comfort', tight);
      expect((await rejoin()).body).toMatchObject({ status: 409, code: 'no_room_to_join' });
      expect((await calls.post(`event/${ROOM_EVENT}/rejoin`, {})).body.code).toBe('no_room_to_join');
    }
    expect(await room()).toMatchObject({ round: 1, optOut: { cause: 'limits' }, optOutCounted: true });
    await calls.put('comfort', { ...NONE, heatFloor: 68 });
    expect((await rejoin()).status).toBe(202);
    await calls.world.run(MINUTE);
    expect(await calls.reading(THERMOSTAT, SETPOINT)).toBe(68);
  });

  test('[T-28] [OPT-1] more hot water than the running event leaves is an opt-out of the heater alone, which is put back', async () => {
    await calls.announce();
    await calls.begin();
    const held = await calls.reading(HEATER, WATER_SETPOINT);
    await calls.put('comfort', { ...NONE, hotWaterMinimum: held });
    expect((await water()).optOut).toBeNull();

    await calls.put('comfort', { ...NONE, hotWaterMinimum: Number(held) + 1 });
    expect(await water()).toMatchObject({ optOut: { cause: 'limits' }, optOutCounted: true });
    expect((await room()).optOut).toBeNull();
    calls.app.clock.advance(10 * SECOND);
    await calls.world.round();
    expect(await calls.reading(HEATER, WATER_SETPOINT)).toBeGreaterThan(Number(held) + 1);
  });

  test('[T-28] before the start the heater is planned to the home’s own minimum, and left where it is when that is not lower', async () => {
    const plan = async () =>
      (await calls.get(`event/${WATER_EVENT}/plan`)).body.find(
        ({ deviceId }: { deviceId: string }) => deviceId === HEATER,
      );
    await calls.put('comfort', { ...NONE, hotWaterMinimum: 116 });
    await calls.announce();
    expect((await plan()).steps).toContainEqual(
      expect.objectContaining({ phase: 'during', command: expect.objectContaining({ setpoint: 116 }) }),
    );
    await calls.begin();
    expect(await calls.reading(HEATER, WATER_SETPOINT)).toBe(116);
  });

  test('[T-28] the home’s own limits hold even in an event that cannot be left', async () => {
    await calls.announce({ optOutAllowed: false });
    await calls.begin();
    await calls.put('comfort', { ...NONE, devicesLeftOut: [THERMOSTAT, HEATER] });
    expect((await room()).optOut?.cause).toBe('limits');
    expect((await water()).optOut?.cause).toBe('limits');
  });

  test('[T-28] before the start an event is planned anew within the limits, which costs nothing', async () => {
    await calls.announce();
    const plans = async () =>
      (await calls.get(`event/${ROOM_EVENT}/plan`)).body as {
        excluded: { code: string } | null;
        steps: { phase: string; command: { heatSetpoint?: number } }[];
      }[];
    const during = async () =>
      (await plans())[0]?.steps.find(({ phase }) => phase === 'during')?.command.heatSetpoint;
    expect(await during()).toBe(67);
    await calls.put('comfort', { ...NONE, heatFloor: 68 });
    expect(await during()).toBe(68);
    await calls.put('comfort', { ...NONE, devicesLeftOut: [THERMOSTAT] });
    expect((await plans())[0]?.excluded).toEqual({ code: 'left_out_by_owner' });
    expect(await calls.events('?active=false')).toMatchObject([{ id: WATER_EVENT }]);
    await calls.put('comfort', { ...NONE, heatFloor: 69 });
    expect(await during()).toBe(69);
    expect(await room()).toMatchObject({ optOut: null, optOutCounted: false });
    await calls.begin();
    expect(await calls.reading(THERMOSTAT, SETPOINT)).toBe(69);
  });

  test('[T-30] [T-32] limits that two members set at the same moment: one after the other, each whole', async () => {
    await calls.announce();
    await calls.begin();
    const [tight, loose] = [{ ...NONE, heatFloor: 68 }, NONE];
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => calls.put('comfort', index % 2 === 0 ? tight : loose)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect([tight, loose]).toContainEqual((await calls.get('comfort')).body);
    expect((await room()).optOut?.cause).toBe('limits');
    const audits = await calls.db
      .selectFrom('command')
      .select('id')
      .where('origin', '=', 'restore')
      .where('deviceId', '=', THERMOSTAT)
      .execute();
    expect(audits).toHaveLength(1);
  });
});
