import { expect, test } from 'vitest';
import type { Provider } from '../providers/registry.ts';
import { messageLink } from './message-link.ts';

test.each([
  [true, null, '/message-center/inbox/message/m1'],
  [false, null, '/user-home'],
  [true, { enableHomeMessageCenterPage: false }, '/user-home'],
  [false, { enableHomeMessageCenterPage: true }, '/message-center/inbox/message/m1'],
])(
  '[ROUTE-5] a mail leads to its message in its home, or home without a message center: %s, of the home %o',
  (enableHomeMessageCenterPage, settings, path) => {
    const provider = { file: { settings: { enableHomeMessageCenterPage } } } as Provider;
    const link = messageLink('https://sunvale.example/', provider, { houseId: 'a b', settings }, 'm1');
    expect(link).toBe(`https://sunvale.example/#${path}?house=a%20b`);
  },
);
