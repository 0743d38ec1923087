import { now } from '#web/lib/browser/clock.ts';
import { useTimed } from '#web/lib/browser/timers.ts';
import { isLeft, isTakenOut } from '../dispatch.ts';
import type { Dispatch, DispatchDevice } from '../dispatch.ts';
import { rejoinOption } from './rejoin-option.ts';

/** Ids of devices whose leaving was asked for in this tab, by dispatch, with the card that it was asked on. null: on the banner. */
const asked = new Map<string, Map<string, string | null>>();

/** Remembers where people left, as Undo belongs there. */
export const rememberWhereLeft = (
  dispatchId: string,
  deviceIds: readonly string[],
  cardId: string | null,
): void => {
  const places = asked.get(dispatchId) ?? new Map<string, string | null>();
  for (const deviceId of deviceIds) places.set(deviceId, cardId);
  asked.set(dispatchId, places);
};

/** Its people may bring it back. */
const isOut = (device: DispatchDevice): boolean => device.optOut !== null && !isTakenOut(device);

/**
 * The device whose card has the way in again for a device that left; null: the banner has it. Where it is not known where it was
 * asked for, that is the banner once all left, for those who come back at the same cost, and else its own card.
 */
const cardFor = (dispatch: Dispatch, device: DispatchDevice, at: number): string | null => {
  const { deviceId } = device;
  const card = asked.get(dispatch.id)?.get(deviceId);
  const isShown = card === null || dispatch.devices.some((one) => one.deviceId === card && isOut(one));
  if (card !== undefined && isShown) return card;
  const first = rejoinOption(dispatch.devices, at);
  return isLeft(dispatch) && (first === null || first.devices.includes(device)) ? null : deviceId;
};

/** The devices that a card, or the banner, brings back at a time, in ms: each that is out has one place for it. */
export const broughtBackBy = (
  dispatch: Dispatch,
  cardId: string | null,
  at: number,
): readonly DispatchDevice[] =>
  dispatch.devices.filter((device) => isOut(device) && cardFor(dispatch, device, at) === cardId);

/** The same for the present, as it passes. */
export const useBroughtBackBy = (dispatch: Dispatch, cardId: string | null): readonly DispatchDevice[] => {
  const read = () => broughtBackBy(dispatch, cardId, now().getTime());
  useTimed(() =>
    read()
      .map(({ deviceId }) => deviceId)
      .join(' '),
  );
  return read();
};
