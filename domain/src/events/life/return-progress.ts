import { needsReturn } from '../participation.ts';
import type { DemandEvent } from '../event.ts';
import type { Participation } from '../participation.ts';
import { releaseTime } from '../timing.ts';

export type ReturnProgress = 'pending' | 'done' | 'failed';

/** Whether a device has been put back, for people to read; null: nothing is to be put back yet. */
export const returnProgress = (
  event: DemandEvent,
  participation: Participation,
  now: number,
): ReturnProgress | null => {
  const { actions, optOut, round } = participation;
  if (needsReturn(participation)) return optOut === null && now < releaseTime(event) ? null : 'pending';
  const last = actions.findLast(({ phase, reason }) => phase === 'after' && reason?.code !== 'joined_again');
  // It has joined again since.
  if (last === undefined || (optOut === null && last.round < round)) return null;
  if (last.state === 'expired' || last.reason?.code === 'refused') return 'failed';
  return last.state === 'confirmed' || last.state === 'dropped' ? 'done' : 'pending';
};
