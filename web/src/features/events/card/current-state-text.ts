import type { HouseEvent } from '#contract/entities/event.ts';
import { timeOfDay } from '#web/lib/language/format.ts';
import { temperatureText } from '#web/lib/language/quantity-text.ts';
import { say } from '#web/lib/feedback/say.ts';
import { givesCharge, plannedSettings } from '#web/lib/planned-settings.ts';
import type { PlannedSettings, PlannedDevice, Setting } from '#web/lib/planned-settings.ts';
import { exclusionText, returnText } from '../plan-text.ts';
import type { PlanContext } from '../plan-text.ts';

/** What a device does at this moment, and why. */
export interface CurrentStateText {
  readonly doing: string;
  readonly why: string;
  /** Whether the event holds the device, is done with it, or failed to put it back. */
  readonly tone: 'event' | 'calm' | 'failed';
}

const degreesOf = (setting: Setting | null): string =>
  setting?.degrees === null || setting === null ? '' : temperatureText(setting.degrees);

/** After the device was taken out, or after the event. */
const returnWords = (device: PlannedDevice, why: string): CurrentStateText => {
  const { returned } = device;
  if (returned === 'failed')
    return { doing: say('event.now.returnFailed'), why: say('event.now.returnFailed.why'), tone: 'failed' };
  if (returned === 'pending') return { doing: say('event.now.returning'), why, tone: 'event' };
  return { doing: say('event.now.own'), why, tone: 'calm' };
};

const aheadWords = (facts: PlannedSettings, context: PlanContext, now: number): CurrentStateText => {
  const { side, before } = facts;
  if (before !== null && now >= before.from) {
    return {
      doing: say('event.now.preparing', { side, temperature: degreesOf(before) }),
      why: say(givesCharge(facts) ? 'event.now.charging.why' : 'event.now.preparing.why'),
      tone: 'event',
    };
  }
  const at = before?.from ?? Date.parse(context.startTime);
  const time = timeOfDay(new Date(at), context.zone);
  return { doing: say('event.now.own'), why: say('event.now.waits', { time }), tone: 'calm' };
};

const runningWords = (device: PlannedDevice, facts: PlannedSettings, zone: string): CurrentStateText => {
  const { side, during } = facts;
  if (device.outcome === 'pending') {
    return { doing: say('event.now.pending'), why: say('event.now.pending.why'), tone: 'event' };
  }
  const eased = device.eased === true ? 'yes' : 'no';
  return {
    doing: say('event.now.running', { side, temperature: degreesOf(during), eased }),
    why: returnText(facts, zone),
    tone: 'event',
  };
};

export const currentStateText = (
  device: PlannedDevice,
  event: Pick<HouseEvent, 'type' | 'startTime' | 'endTime'> & { readonly zone: string },
  now: number,
): CurrentStateText => {
  const { excluded, optOut, returned, outcome } = device;
  if (excluded) {
    return { doing: say('event.now.excluded'), why: exclusionText(excluded, event.zone), tone: 'calm' };
  }
  if (optOut) return returnWords(device, say(`event.now.left.${optOut.cause}`));
  const facts = plannedSettings(event.type, device);
  if (now < Date.parse(event.startTime)) return aheadWords(facts, event, now);
  const isRunning = now < Date.parse(event.endTime);
  const isHeld = isRunning && now < (facts.during?.to ?? Number.POSITIVE_INFINITY) && !returned;
  if (isHeld) return runningWords(device, facts, event.zone);
  if (outcome === 'noResponse') {
    return { doing: say('event.now.own'), why: say('event.now.noResponse'), tone: 'calm' };
  }
  const why = say(isRunning ? 'event.now.partOver' : 'event.now.over');
  return returnWords({ ...device, returned: returned ?? 'pending' }, why);
};
