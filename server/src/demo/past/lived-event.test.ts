import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#domain/time/time.ts';
import { simulateHistory } from '#simulator/history.ts';
import type { DeviceAction } from '#simulator/history.ts';
import { SIMULATION_SEED } from '#simulator/seed.ts';
import { describedFleet } from './history-plan.ts';
import { deviceId } from '../ids.ts';
import { inOneHouse, liveEvent } from './lived-event.ts';
import { livedEventsIn } from './lived-devices.ts';
import { pastDispatches } from './past-dispatches.ts';
import { findHousehold } from '../rows.ts';

const until = new Date('2026-03-20T15:42:00Z');
const household = findHousehold('juniper');
const heater = deviceId('juniper', 'water-heater');
const LATER = 2 * HOUR;
/** In Denver the schedule sets 120 °F at half past five and 112 °F at nine. */
const NINE = Date.parse('2026-03-18T15:00:00Z');

/** The event of that morning, moved so that it runs from eight to ten: the schedule changes in the middle. */
const eventOverNine = () => {
  const dispatch = pastDispatches({ since: new Date(NINE - DAY), until }).find(
    ({ program }) => program.id === 'water-heater',
  );
  const [lived] = dispatch
    ? livedEventsIn(household, [dispatch], { from: new Date(NINE - 2 * DAY), to: new Date(NINE - DAY) })
    : [];
  if (!lived) throw new Error('there was no event of water heaters');
  const { event, device } = lived;
  const moved = {
    ...event,
    startTime: event.startTime + LATER,
    endTime: event.endTime + LATER,
    createdAt: event.createdAt + LATER,
    notifiedAt: (event.notifiedAt ?? event.createdAt) + LATER,
  };
  expect([moved.startTime, moved.endTime]).toEqual([NINE - HOUR, NINE + HOUR]);
  return { event: moved, device };
};

/** What the engine set the heater to, from the night before until an hour after the event. */
const livedWith = (own: { readonly hasSchedule: boolean; readonly scheduled: readonly DeviceAction[] }) => {
  const { event, device } = eventOverNine();
  const { hasSchedule, scheduled } = own;
  const lived = liveEvent(
    event,
    { ...device, schedule: hasSchedule ? device.schedule : null, scheduled },
    { leftAt: null, outage: null },
  );
  const history = simulateHistory({
    devices: describedFleet(household, until).filter((one) => one.deviceId === heater),
    seed: SIMULATION_SEED,
    from: new Date(NINE - 2 * DAY),
    to: new Date(NINE + 2 * HOUR),
    every: 15 * MINUTE,
    actions: [{ time: NINE - 2 * DAY, deviceId: heater, body: { setpoint: 120 } }, ...scheduled],
    controller: inOneHouse([lived]),
  });
  const last = [...history].at(-1);
  return {
    sent: lived.outcome()?.commands.map(({ action, command }) => [action.phase, command.body['setpoint']]),
    stands: last?.[0]?.values['hwh-set-temperature'],
  };
};

test('a step of the schedule that fell into an event of the past was made up for at the return', () => {
  expect(livedWith({ hasSchedule: true, scheduled: [] })).toEqual({
    sent: [
      ['during', 110],
      ['after', 112],
    ],
    stands: 112,
  });
});

test('what a schedule has sent since the step of an event of the past stays: nothing is put back', () => {
  const scheduled = [{ time: NINE, deviceId: heater, body: { setpoint: 112 } }];
  expect(livedWith({ hasSchedule: false, scheduled })).toEqual({ sent: [['during', 110]], stands: 112 });
});

test('without a schedule the heater of the past returned to where it stood', () => {
  expect(livedWith({ hasSchedule: false, scheduled: [] })).toEqual({
    sent: [
      ['during', 110],
      ['after', 120],
    ],
    stands: 120,
  });
});
