import { expect, test } from 'vitest';
import type { Participation } from '../participation.ts';
import { returnProgress } from './return-progress.ts';
import { cooling, eventOf, START } from '../testing/facts.ts';
import { MINUTE } from '../../time/time.ts';
import { actionOf, during, participationOf } from '../testing/participation.ts';

const event = eventOf(cooling, { state: 'active' });
const left = { optOut: { at: START, cause: 'person' } } as const;
const progress = (more: Partial<Participation>) =>
  returnProgress(event, participationOf(event, more), START + MINUTE);

test('[OPT-1] nothing is to be put back while nothing was sent, or the device takes part', () => {
  expect(progress({})).toBeNull();
  expect(progress(left)).toBeNull();
  expect(progress({ actions: [during] })).toBeNull();
});

test('from the end or a stop on the return is pending, also before its own time has come', () => {
  const moved = participationOf(event, { actions: [during] });
  expect(returnProgress(event, moved, event.endTime - 1)).toBeNull();
  expect(returnProgress(event, moved, event.endTime)).toBe('pending');
  const stopped = { ...event, cancelledAt: START + MINUTE };
  expect(returnProgress(stopped, moved, START + MINUTE)).toBe('pending');
});

test('[OPT-1] from leaving on until a reading shows it the return is pending, then it is done', () => {
  expect(progress({ ...left, actions: [during] })).toBe('pending');
  for (const state of ['open', 'sent', 'delivered'] as const) {
    expect(progress({ ...left, actions: [during, actionOf('after', state)] })).toBe('pending');
  }
  expect(progress({ ...left, actions: [during, actionOf('after', 'confirmed')] })).toBe('done');
  const fellBack = actionOf('after', 'dropped', { reason: { code: 'fell_back' } });
  expect(progress({ ...left, actions: [during, fellBack] })).toBe('done');
});

test('a return that was refused or ran out of time has failed', () => {
  expect(progress({ ...left, actions: [during, actionOf('after', 'expired')] })).toBe('failed');
  const refused = actionOf('after', 'dropped', { reason: { code: 'refused' } });
  expect(progress({ ...left, actions: [during, refused] })).toBe('failed');
});

test('[OPT-1] after joining again an earlier return says nothing about the device', () => {
  const returned = actionOf('after', 'confirmed');
  expect(progress({ round: 2, actions: [during, returned] })).toBeNull();
  expect(progress({ ...left, round: 2, actions: [during, returned] })).toBe('done');
});
