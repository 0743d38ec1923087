import { expect, test } from 'vitest';
import type { Dispatch } from '../../dispatch.ts';
import { unmeasuredIn } from './expected.ts';

const HOME = [
  { id: 'room', kind: 'tstat', mfg: 'ecobee' },
  { id: 'nest', kind: 'tstat', mfg: 'nest' },
  { id: 'window', kind: 'rac', mfg: 'sensibo' },
] as const;

const dispatchOf = (reward: 'per-kwh' | 'per-event', left: readonly string[] = []) =>
  ({
    devices: HOME.map(({ id }) => ({
      deviceId: id,
      optOut: left.includes(id) ? {} : null,
      event: { reward: { type: reward } },
    })),
  }) as unknown as Dispatch;

const idsIn = (...of: Parameters<typeof dispatchOf>) =>
  unmeasuredIn(dispatchOf(...of), HOME).map(({ id }) => id);

test('[UX-47] it is said of which devices nothing is measured where that is what is paid for', () => {
  expect(idsIn('per-kwh')).toEqual(['nest', 'window']);
  expect(idsIn('per-kwh', ['nest'])).toEqual(['window']);
  expect(idsIn('per-event')).toEqual([]);
});
