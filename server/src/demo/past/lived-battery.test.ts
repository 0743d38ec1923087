import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#domain/time/time.ts';
import { simulateHistory } from '#simulator/history.ts';
import { SIMULATION_SEED } from '#simulator/seed.ts';
import { describedFleet } from './history-plan.ts';
import { deviceId } from '../ids.ts';
import { inOneHouse } from './lived-event.ts';
import { livedEventsIn } from './lived-devices.ts';
import { pastDispatches } from './past-dispatches.ts';
import { findHousehold, households } from '../rows.ts';

const until = new Date('2026-11-16T09:30:00Z');
const household = findHousehold('juniper');
const battery = deviceId('juniper', 'battery');
const ofBatteries = pastDispatches({ since: new Date(0), until }).filter(
  ({ program }) => program.id === 'home-battery',
);

test('[CAL-2] in each event of the past the battery fed the grid, never below its reserve, and went back', () => {
  expect(ofBatteries.length).toBeGreaterThan(4);
  for (const dispatch of ofBatteries) {
    const { startTime, endTime } = dispatch;
    const span = { from: new Date(startTime - 3 * DAY), to: new Date(endTime + 2 * HOUR) };
    const [lived] = livedEventsIn(household, [dispatch], span);
    if (!lived) throw new Error('the battery is not enrolled');
    const history = simulateHistory({
      devices: describedFleet(household, until).filter(({ deviceId: id }) => id === battery),
      seed: SIMULATION_SEED,
      ...span,
      every: 5 * MINUTE,
      actions: [],
      controller: inOneHouse([lived]),
    });
    const during: { stored: number; given: number; house: number }[] = [];
    let mode: unknown = null;
    let time = span.from.getTime();
    for (const [reading] of history) {
      const values = reading?.values ?? {};
      mode = values['battery-mode'];
      if (time > startTime && time <= endTime && mode === 'SELL') {
        const [stored, given, house] = [
          'battery-present-capacity',
          'battery-power',
          'battery-house-power',
        ].map((key) => Number(values[key]));
        during.push({ stored: stored ?? 0, given: given ?? 0, house: house ?? 0 });
      }
      time += 5 * MINUTE;
    }
    const day = new Date(startTime).toISOString();
    expect(during.length, day).toBeGreaterThan(6);
    expect(Math.min(...during.map(({ stored }) => stored)), day).toBeGreaterThan(0.3 * 13_500);
    expect(
      during.some(({ given, house }) => given > house),
      day,
    ).toBe(true);
    expect(mode, day).toBe('SELF_SUPPLY');
    const sent = lived.outcome()?.commands.map(({ action, command }) => [action.phase, command.body.mode]);
    expect([sent?.[0], sent?.at(-1)]).toEqual([
      ['during', 'SELL'],
      ['after', 'SELF_SUPPLY'],
    ]);
  }
});

test('a home that has not allowed it never feeds the grid', () => {
  const { mayExport: _, ...house } = household.house;
  const [dispatch] = ofBatteries;
  if (!dispatch) throw new Error('there was no event');
  const span = { from: new Date(dispatch.startTime - DAY), to: new Date(dispatch.endTime + HOUR) };
  expect(livedEventsIn({ ...household, house }, [dispatch], span)[0]?.device.mayExport).toBe(false);
  expect(households.filter(({ house }) => house.mayExport === true).map(({ key }) => key)).toEqual([
    'juniper',
  ]);
});
