import type { DeviceLink } from '#domain/ports/device-link.ts';

/** Where no maker's cloud is connected: every command is refused, and told so. */
export const noLink: DeviceLink = {
  name: 'none',
  send: async () => ({ outcome: 'refused', reason: 'no_link' }),
  subscribe: () => () => {},
};
