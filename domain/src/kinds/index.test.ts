import { describe, expect, test } from 'vitest';
import { DEVICE_KINDS } from '#contract/entities/device.ts';
import type { Control } from './define.ts';
import { kindOf } from './index.ts';

const controls = DEVICE_KINDS.flatMap((kind) =>
  Object.entries(kindOf(kind).controls).map(([key, control]: [string, Control]) => ({ kind, key, control })),
);

describe('what a person may change', () => {
  test.each(controls)(
    '[CMD-1] [DEV-5] $kind $key is a resource of the kind and measures what its field takes',
    (one) => {
      const isChoice = one.control.field === 'mode' || one.control.field === 'fanMode';
      const resource = kindOf(one.kind).resources[one.key];
      expect(resource?.measure).toBe(isChoice ? 'choice' : 'temperature');
    },
  );

  test('[CMD-1] 11 controls are walked', () => {
    expect(controls).toHaveLength(11);
  });

  test('[DEV-5] an unknown kind throws an error that names it', () => {
    expect(() => kindOf('toaster')).toThrow('Unknown deviceKind: toaster');
    expect(() => kindOf('constructor')).toThrow('Unknown deviceKind: constructor');
  });
});
