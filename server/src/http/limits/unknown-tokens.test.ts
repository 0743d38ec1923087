import { expect, test } from 'vitest';
import { AppError } from '../../lib/app-error.ts';
import { TestClock } from '../../testing/app.ts';
import { PER_MINUTE } from './client-limits.ts';
import { createRateLimiter } from './rate-limit.ts';
import { createTokenGuard } from './unknown-tokens.ts';

const CLIENT = '203.0.113.1';
/** As many tokens as are remembered. */
const REMEMBERED = 10_000;

test('[T-39] of many good tokens those used last are remembered: they work where the client has used up its look-ups', async () => {
  const guard = createTokenGuard(createRateLimiter(new TestClock()));
  const use = (token: string) => guard(CLIENT, token, async () => token);
  const tryUnknown = (token: string) =>
    guard(CLIENT, token, () => Promise.reject(new AppError('session_expired'))).catch(() => {});
  await use('used again');
  await use('used once');
  for (let other = 2; other < REMEMBERED; other += 1) await use(`other ${other}`);
  await use('used again');
  await use('one too many');
  for (let count = 0; count < PER_MINUTE['unknown-token']; count += 1) await tryUnknown(`bad ${count}`);
  expect(await use('used again')).toBe('used again');
  await expect(use('used once')).rejects.toMatchObject({ code: 'too_many_requests' });
});
