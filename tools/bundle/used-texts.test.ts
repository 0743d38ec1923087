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

test('[LANG-1] the reasons of failures wait for the other texts, unless one is written out', () => {
  const keys = ['error.network', 'error.view_only'];
  expect([...usedTexts(keys, ['m("error.network") + labelFor("error", a)'])]).toEqual(['error.network']);
});
