import type { DeviceLink } from '#domain/ports/device-link.ts';

/** Used where no manufacturer's cloud is connected: every command is refused with a reason. */
export const noLink: DeviceLink = {
  name: 'none',
  start: async () => {},
  stop: async () => {},
  health: () => 'up',
  send: async () => ({ outcome: 'refused', reason: 'no_link' }),
  subscribe: () => () => {},
};
