import fc from 'fast-check';
import { expect, test } from 'vitest';
import { draftOf, stepPlace, wordsOf } from './schedule-draft.ts';
import { event, schedule } from './testing/schedules.ts';

test('[SCHED-1] what a form holds of a schedule, and what it sends', () => {
  const stored = schedule('Mornings', event([1, 0], 5.5, 'HYBRID', 120), event([], null, null, null));
  expect(draftOf(stored)).toEqual({
    name: 'Mornings',
    steps: [
      { key: 0, days: [1, 0], time: '05:30', mode: 'HYBRID', setpoint: 120 },
      { key: 1, days: [], time: '', mode: null, setpoint: null },
    ],
  });
  expect(wordsOf({ ...draftOf(stored), name: ' Mornings ' })).toEqual({
    name: 'Mornings',
    Event: stored.Event,
  });
});

test('[SCHED-1] any minute of the day comes back as it was', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 24 * 60 - 1 }), (minute) => {
      const stored = schedule('a', event([1], minute / 60, null, 120));
      expect(wordsOf(draftOf(stored)).Event).toEqual(stored.Event);
    }),
  );
});

const WEEKDAYS = [1, 2, 3, 4, 5];
test.each([
  [[], 6, null],
  [WEEKDAYS, null, null],
  [WEEKDAYS, 5.5, 'weekdays earlyMorning'],
  [WEEKDAYS, 9, 'weekdays morning'],
  [[0, 6], 7.5, 'weekend earlyMorning'],
  [[...WEEKDAYS, 0, 6], 0, 'every night'],
  [[...WEEKDAYS, 0, 6], 23.5, 'every lateEvening'],
  [[1, 6], 13.5, 'some midday'],
  [[0], 16, 'some afternoon'],
  [[1, 2, 3, 4, 6], 17, 'some evening'],
])('[SCHED-1] a step on %s at %s is named by %s', (days, time, name) => {
  const place = stepPlace(event(days, time, null, 120));
  expect(place && `${place.days} ${place.part}`).toBe(name);
});
