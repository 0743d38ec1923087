import { expect, test } from 'vitest';
import type { DemandEvent } from '../event.ts';
import type { EventAction, Participation } from '../participation.ts';
import { reasonOf } from './decide-all.ts';

const END = 1_000_000;
const event = { endTime: END, cancelledAt: null } as DemandEvent;
const part = (more: Partial<Participation> = {}): Participation =>
  ({ plan: { steps: [] }, eased: false, optOut: null, actions: [], ...more }) as unknown as Participation;
const action = (phase: EventAction['phase'], round = 1) => ({ phase, round }) as EventAction;

test('[DET-2] [UX-43] a return says what it follows: the end, leaving, tightened limits or that the event was called off', () => {
  const after = (of: DemandEvent, participation: Participation) =>
    reasonOf(of, participation, action('after'));
  expect(after(event, part())).toEqual({ code: 'return' });
  const left = (cause: 'person' | 'limits') => part({ optOut: { at: 1, cause } });
  expect(after(event, left('person'))).toEqual({ code: 'return', after: 'opt_out' });
  expect(after(event, left('limits'))).toEqual({ code: 'return', after: 'limits' });
  const cancelled = { ...event, cancelledAt: END - 1 };
  expect(after(cancelled, part())).toEqual({ code: 'return', after: 'cancelled' });
  // Who had left before was given back for that.
  expect(after(cancelled, left('person'))).toEqual({ code: 'return', after: 'opt_out' });
});

test('[DET-2] a step that is taken again, because leaving or easing was undone, says so', () => {
  const again = part({ actions: [action('during', 1)] });
  expect(reasonOf(event, again, action('during', 2))).toMatchObject({ code: 'event', again: true });
  expect(reasonOf(event, again, action('during', 1))).not.toHaveProperty('again');
  expect(reasonOf(event, { ...again, eased: true }, action('during', 2))).not.toHaveProperty('again');
});
