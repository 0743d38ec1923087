import { HOUR, instantAt, MINUTE, wallTime } from '../../time/time.ts';
import type { DemandEvent } from '../event.ts';

export const NOTICES = ['scheduled', 'changed', 'cancelled', 'starting', 'ended', 'result'] as const;
export type Notice = (typeof NOTICES)[number];

/** Announcing that an event starts makes sense only to those who heard of it some time before. */
const hasReminder = ({ startTime, notifiedAt, program }: DemandEvent, now: number): boolean => {
  const at = startTime - program.notice.reminderMinutes * MINUTE;
  return notifiedAt !== null && notifiedAt < at && now >= at;
};

/** What every home must have been told by now. */
export const noticesOf = (event: DemandEvent, now: number): Notice[] => {
  const { state, cancelledAt, notifiedAt, revision, endTime } = event;
  if (notifiedAt === null) return [];
  if (cancelledAt !== null) return ['cancelled'];
  if (state === 'provisional' || state === 'final') return ['ended', 'result'];
  if (now >= endTime) return ['ended'];
  return [
    'scheduled',
    ...(revision > 0 ? (['changed'] as const) : []),
    ...(hasReminder(event, now) ? (['starting'] as const) : []),
  ];
};

type Named = Pick<DemandEvent, 'id' | 'revision' | 'cancelledAt'>;

/** By which a notice of a dispatch is told once: each change of an event, and what was cancelled at one moment, is one. */
export const noticeName = ({ id, revision, cancelledAt }: Named, notice: Notice): string => {
  if (notice === 'changed') return `changed-${id}-${revision}`;
  return notice === 'cancelled' ? `cancelled-${cancelledAt}` : notice;
};

const QUIET = { from: 21, to: 8 } as const;
const SOON = 12 * HOUR;

/** SMS and voice keep quiet at night in the home's zone, unless the event begins soon. */
export const mayTextNow = (zone: string, startTime: number, now: number): boolean => {
  const { hour } = wallTime(new Date(now), zone);
  return (hour >= QUIET.to && hour < QUIET.from) || (startTime > now && startTime - now <= SOON);
};

const nextMorning = (zone: string, now: number): number => {
  const { year, month, day, hour } = wallTime(new Date(now), zone);
  return instantAt(Date.UTC(year, month - 1, day + (hour >= QUIET.from ? 1 : 0), QUIET.to), zone);
};

/**
 * When SMS and voice about a notice may go out, in ms: now, or in the morning if it still says something then; null: not at
 * all. `wall` and `limits`: a device has left without anybody having been asked.
 */
export const textTime = (
  zone: string,
  { startTime }: Pick<DemandEvent, 'startTime'>,
  notice: Notice | 'wall' | 'limits',
  now: number,
): number | null => {
  if (mayTextNow(zone, startTime, now)) return now;
  const morning = nextMorning(zone, now);
  return notice === 'result' || morning < startTime ? morning : null;
};
