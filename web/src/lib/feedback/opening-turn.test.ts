import { expect, test } from 'vitest';
import { turnOf } from './opening-turn.ts';
import type { Visit } from './opening-turn.ts';

const VISIT: Visit = { isEventNear: false, shown: null, hadDialog: false, done: new Set() };

const turns = (visit: Partial<Visit>) =>
  [0, 1, 2].map((index) => turnOf(index, index === 0, { ...VISIT, ...visit }));

test('[UX-46] each waits for those before it', () => {
  expect(turns({})).toEqual(['open', 'wait', 'wait']);
  expect(turns({ done: new Set([0]) })).toEqual(['open', 'open', 'wait']);
  expect(turns({ done: new Set([0, 1]) })).toEqual(['open', 'open', 'open']);
});

test('[UX-46] the one that was shown is the only one of the visit', () => {
  expect(turns({ done: new Set([0]), shown: 1 })).toEqual(['later', 'open', 'later']);
  expect(turns({ done: new Set([0, 1]), shown: 1 })).toEqual(['later', 'open', 'later']);
  expect(turns({ done: new Set([0]), hadDialog: true })).toEqual(['open', 'later', 'later']);
});

test('[UX-46] while an event is near only what the person asked for opens', () => {
  expect(turns({ isEventNear: true })).toEqual(['open', 'later', 'later']);
  expect(turns({ isEventNear: true, done: new Set([0]), shown: 1 })).toEqual(['later', 'open', 'later']);
});
