import { mayPass } from '#domain/events/may-pass.ts';
import type { Dispatch } from '../dispatch.ts';

/** No device of the home takes part yet, but some may still join: it can stay out beforehand. */
export const mayStayOut = ({ devices, excluded }: Dispatch): boolean =>
  devices.length === 0 &&
  excluded.some(
    (device) => device.event.optOutAllowed && device.excluded !== null && mayPass(device.excluded),
  );

/** It left as a whole: devices that become ready later stay out. */
export const staysOut = ({ events }: Dispatch): boolean => events.some(({ leftAt }) => leftAt !== null);
