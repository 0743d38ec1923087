import { timeOfDay } from '#web/lib/language/format.ts';
import { say } from '#web/lib/feedback/say.ts';
import type { Dispatch } from '../dispatch.ts';
import { dayWord, remainingText } from '../event-times.ts';
import type { OptOutChoice } from './opt-out-choices.ts';

/** "It ends at 8:00 PM, in 1 h 48 min.", and that less may be enough where there is a choice. */
export const introText = (
  { startTime, endTime }: Pick<Dispatch, 'startTime' | 'endTime'>,
  zone: string,
  at: number,
  choices: readonly OptOutChoice[],
): string => {
  const less = choices.length > 1 ? 'yes' : 'no';
  return at < startTime
    ? say('event.leave.upcoming', {
        day: dayWord(startTime, zone, at),
        time: timeOfDay(new Date(startTime), zone),
        less,
      })
    : say('event.leave.active', {
        time: timeOfDay(new Date(endTime), zone),
        left: remainingText(endTime - at),
        less,
      });
};
