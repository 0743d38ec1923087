import { expect, test } from 'vitest';
import type { DeviceKind } from '#contract/entities/device.ts';
import { strategies } from './index.ts';
import { eventWords, movedSetpointField } from './wording.ts';

test.each(Object.keys(strategies) as DeviceKind[])(
  '%s: has sentences for events exactly if it takes part in them',
  (kind) => expect(eventWords[kind] !== null).toBe(strategies[kind] !== null),
);

test.each([
  [{ setpoint: 110 }, { setpoint: 120 }, 'setpoint'],
  [{ coolSetpoint: 78, heatSetpoint: 66 }, { coolSetpoint: 74, heatSetpoint: 66 }, 'coolSetpoint'],
  [{ coolSetpoint: 74, heatSetpoint: 64 }, { coolSetpoint: 74, heatSetpoint: 68 }, 'heatSetpoint'],
  [{ coolSetpoint: 78 }, {}, 'coolSetpoint'],
  [{ mode: 'SELL' }, { mode: 'SELF_SUPPLY' }, null],
] as const)('of %o, then %o the setpoint that moves is %s', (during, after, field) =>
  expect(movedSetpointField(during, after)).toBe(field),
);
