// The people of the events run: each does one thing at its time, through the calls of the portal or at the wall.
import { MINUTE, SECOND } from '#domain/time/time.ts';
import { sleep } from '../../server/src/lib/clock/clock.ts';
import type { Clock } from '../../server/src/lib/clock/clock.ts';
import type { TestApp } from '../../server/src/testing/app.ts';
import type { Cloud } from './event-cloud.ts';
import type { Act, Home } from './event-homes.ts';
import { until } from './event-nodes.ts';

/** What a person did, as far as it was answered with success. */
export type DoneActs = Set<Act | 'joined again'>;

export interface PeopleDeps {
  readonly app: TestApp;
  readonly cloud: Cloud;
  readonly clock: Clock;
  /** Of the event, in ms. */
  readonly startTime: number;
  /** When the event ends, in ms, once that is known. */
  readonly endTime: Promise<number>;
  /** Whether a reading has shown a step of the event. */
  readonly isConfirmed: (home: Home) => Promise<boolean>;
}

export const sleepUntil = (time: number, clock: Clock): Promise<void> =>
  sleep(Math.max(0, time - clock.now().getTime()));

const commandOf = ({ device, chosen }: Home) => ({
  type: 'OPERATIONAL',
  kind: device.kind,
  body:
    device.kind === 'hwh'
      ? { setpoint: chosen }
      : { mode: 'heat', fanMode: 'auto', heatSetpoint: chosen, coolSetpoint: 80 },
});

const TRIES = 20;
/** Only a run that hangs needs so long until a reading has shown a step. */
const LONGEST_STEP = 5 * MINUTE;

/** Whether the call succeeded; one that the server could not answer is tried again. */
const callOf =
  ({ app }: PeopleDeps, { seed, houseId, token }: Home) =>
  async (route: string, body: object = {}): Promise<boolean> => {
    const ip = `10.0.${seed >> 8}.${seed & 255}`;
    for (let turn = 0; turn < TRIES; turn += 1) {
      const { status, text } = await app.call('POST', `/api/house/${houseId}/${route}`, { token, body, ip });
      if (status < 500) {
        if (status >= 300) console.log(`  home ${seed}: ${route} ${text}`);
        return status < 300;
      }
      await sleep(SECOND / 2);
    }
    throw new Error(`home ${seed}: no answer to ${route}`);
  };

/** Waits for the person's time and does what the person does. */
export const actOut = async (deps: PeopleDeps, home: Home, done: DoneActs): Promise<void> => {
  const { clock, cloud, startTime, endTime } = deps;
  const { act, actAt, device, eventId, key, chosen } = home;
  if (act === 'nothing') return;
  const call = callOf(deps, home);
  const inEvent = `event/${eventId}/device/${device.deviceId}`;
  await sleepUntil((act === 'edit after' ? await endTime : startTime) + actAt, clock);
  switch (act) {
    case 'leave':
    case 'leave early':
      if (await call(`${inEvent}/optout`)) done.add(act);
      return;
    case 'undo':
      if (await call(`${inEvent}/optout`)) done.add(act);
      await sleep(home.undoAfter);
      if (await call(`${inEvent}/rejoin`)) done.add('joined again');
      return;
    case 'ease':
      if (await call(`${inEvent}/ease`)) done.add(act);
      return;
    case 'edit before':
    case 'edit after':
      if (await call(`device/${device.deviceId}/command`, commandOf(home))) done.add(act);
      return;
    case 'wall': {
      // Nobody could say which is newer: a change at the wall, or a step that no reading has shown yet.
      await until(`the step of home ${home.seed}`, LONGEST_STEP, () => deps.isConfirmed(home));
      await cloud.setAtWall(device.deviceId, { [key]: chosen });
      done.add(act);
    }
  }
};
