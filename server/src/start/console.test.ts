import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { startMessage } from './console.ts';

test.each([
  [{}, true],
  [{ TRUSTED_PROXIES: '1' }, false],
  [{ HOST: '0.0.0.0' }, false],
])(
  'with %o the start message names the outbox of the demo only where it is served: %s',
  (settings, named) => {
    const message = startMessage(readConfig(settings, []), 'http://127.0.0.1:8080');
    expect(message.includes('/dev/outbox')).toBe(named);
  },
);
