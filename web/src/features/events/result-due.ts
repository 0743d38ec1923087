import { RESULT_WAIT } from '#domain/results/result-wait.ts';
import { say } from '#web/lib/feedback/say.ts';
import { timeOfDay } from '#web/lib/language/format.ts';

/** By when there is a first result of an event that ended (ms): readings are waited for no longer. null: nobody waits for one. */
export const resultDueText = (
  endTime: number,
  zone: string,
  at: number,
  isCancelled: boolean,
): string | null => {
  const due = endTime + RESULT_WAIT;
  if (at < due) return say('event.result.by', { time: timeOfDay(new Date(due), zone) });
  return isCancelled ? null : say('event.result.soon');
};
