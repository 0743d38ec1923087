import { expect, test } from 'vitest';
import { usedTexts } from './used-texts.ts';

test('[LANG-1] finds keys that are written out, have a computed end, or belong to a group of labels', () => {
  const keys = [
    'action.retry',
    'device.status.ONLINE',
    'device.title',
    'mode.HEAT',
    'mode.rheem.HEAT',
    'mail.lead',
  ];
  const code = [
    'm("action.retry")',
    'm(`device.status.${a}`)',
    'labelFor("mode", b) + labelFor(`mode.${c}`, b)',
  ];
  expect([...usedTexts(keys, code)]).toEqual([
    'action.retry',
    'device.status.ONLINE',
    'mode.HEAT',
    'mode.rheem.HEAT',
  ]);
});
