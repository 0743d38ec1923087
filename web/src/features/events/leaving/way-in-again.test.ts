import { expect, test } from 'vitest';
import { MINUTE } from '#domain/time/time.ts';
import type { Dispatch, DispatchDevice } from '../dispatch.ts';
import { broughtBackBy, rememberWhereLeft } from './way-in-again.ts';

const NOW = Date.parse('2026-01-14T18:00:00Z');
const END = new Date(NOW + 60 * MINUTE).toISOString();

const deviceOf = (deviceId: string, leftAgo: number | null, cause = 'person') =>
  ({
    deviceId,
    optOut: leftAgo === null ? null : { at: new Date(NOW - leftAgo).toISOString(), cause, counted: true },
    event: { endTime: END },
  }) as DispatchDevice;

let dispatches = 0;
/** Each test has dispatches of its own: where people left is remembered. */
const dispatchOf = (...devices: readonly DispatchDevice[]) =>
  ({ id: `dispatch-${dispatches++}`, devices }) as unknown as Dispatch;

const placesOf = (dispatch: Dispatch) =>
  [null, ...dispatch.devices.map(({ deviceId }) => deviceId)].flatMap((place) => {
    const back = broughtBackBy(dispatch, place, NOW).map(({ deviceId }) => deviceId);
    return back.length === 0 ? [] : [[place ?? 'banner', ...back]];
  });

test('[UX-24] where it is not known who left where, all come back from the banner, some of several each from its card', () => {
  expect(placesOf(dispatchOf(deviceOf('room', 1_000), deviceOf('tank', 1_000)))).toEqual([
    ['banner', 'room', 'tank'],
  ]);
  expect(placesOf(dispatchOf(deviceOf('room', 1_000), deviceOf('tank', null)))).toEqual([['room', 'room']]);
  // At another cost than the rest, which the banner does not bring back.
  expect(placesOf(dispatchOf(deviceOf('room', 5 * MINUTE), deviceOf('tank', 5 * MINUTE, 'wall')))).toEqual([
    ['banner', 'tank'],
    ['room', 'room'],
  ]);
});

test('[UX-24] what left from a card comes back there, with all that left by it, also where that was the last', () => {
  const one = dispatchOf(deviceOf('room', 1_000));
  rememberWhereLeft(one.id, ['room'], 'room');
  expect(placesOf(one)).toEqual([['room', 'room']]);
  const all = dispatchOf(deviceOf('room', 1_000), deviceOf('tank', 1_000));
  rememberWhereLeft(all.id, ['room', 'tank'], 'tank');
  expect(placesOf(all)).toEqual([['tank', 'room', 'tank']]);
  // The card is that of a device that is back: it has no place for the others any more.
  const rest = { ...all, devices: [deviceOf('room', 1_000), deviceOf('tank', null)] };
  expect(placesOf(rest)).toEqual([['room', 'room']]);
});

test('[API-3] [UX-24] what the utility took out comes back from nowhere', () => {
  expect(placesOf(dispatchOf(deviceOf('room', 1_000, 'provider')))).toEqual([]);
  expect(placesOf(dispatchOf(deviceOf('room', 1_000, 'provider'), deviceOf('tank', 1_000)))).toEqual([
    ['banner', 'tank'],
  ]);
});

test('[UX-24] one of several that left from the banner comes back there', () => {
  const part = dispatchOf(deviceOf('room', 1_000), deviceOf('tank', null));
  rememberWhereLeft(part.id, ['room'], null);
  expect(placesOf(part)).toEqual([['banner', 'room']]);
  // What left from its card before stays there.
  const both = { ...part, devices: [deviceOf('room', 1_000), deviceOf('tank', 1_000)] };
  rememberWhereLeft(part.id, ['tank'], 'tank');
  expect(placesOf(both)).toEqual([
    ['banner', 'room'],
    ['tank', 'tank'],
  ]);
});
