import type { EventDevice, EventExclusion, EventStep, HouseEvent } from '#contract/entities/event.ts';
import { exclusionSentence } from '#domain/events/people/sentences.ts';
import { stepSentence } from '#domain/events/people/step-sentence.ts';
import type { Exclusion, PlanStep } from '#domain/events/event.ts';
import { MINUTE } from '#domain/time/time.ts';
import { returnIn } from '#web/api/event-return.ts';
import { timeOfDay } from '#web/lib/language/format.ts';
import { temperatureText } from '#web/lib/language/quantity-text.ts';
import { say } from '#web/lib/feedback/say.ts';
import { sentenceText } from '#web/lib/language/sentence-text.ts';
import { movesDevice, plannedSettings } from '#web/lib/planned-settings.ts';
import type { PlannedSettings, PlannedDevice, Setting } from '#web/lib/planned-settings.ts';
import { isTakenOut } from './dispatch.ts';

/** The event that a device is in, and whose clock its times are read on. */
export interface PlanContext extends Pick<HouseEvent, 'type' | 'startTime'> {
  /** Of the house. */
  readonly zone: string;
}

const toExclusion = (exclusion: EventExclusion): Exclusion =>
  exclusion.code === 'offline'
    ? { code: 'offline', since: Date.parse(exclusion.since) }
    : (exclusion as Exclusion);

const toStep = (step: EventStep): PlanStep => ({
  ...step,
  at: Date.parse(step.at),
  until: Date.parse(step.until),
  reason:
    step.reason.code === 'event' ? { ...step.reason, until: Date.parse(step.reason.until) } : step.reason,
});

/** Why a device takes no part. */
export const exclusionText = (exclusion: EventExclusion, zone: string): string =>
  sentenceText(exclusionSentence(toExclusion(exclusion)), zone);

/** A return is spread; people read a time by which it is over. */
const RETURN_GRID = 5 * MINUTE;

const timeText = (instant: number, zone: string): string => timeOfDay(new Date(instant), zone);

const degreesText = (setting: Setting | null): string =>
  setting?.degrees === null || setting === null ? '' : temperatureText(setting.degrees);

/** "Back at 74 °F by 8:15 PM." */
export const returnText = ({ after }: PlannedSettings, zone: string): string => {
  if (after === null || after.degrees === null) return say('event.plan.back.own');
  const by = Math.ceil(after.from / RETURN_GRID) * RETURN_GRID;
  return say('event.plan.back', { temperature: degreesText(after), by: timeText(by, zone) });
};

/** After the event, behind the name of the device: "back at 70 °F by 8:15 PM". No time that has passed. */
export const goingBackText = (device: EventDevice, event: HouseEvent, zone: string, at: number): string => {
  if (device.optOut) return say(isTakenOut(device) ? 'event.back.provider' : 'event.back.left');
  const back = returnIn(event, device);
  if (back === null) return say('event.back.untouched');
  const { state, own, by } = back;
  if (state !== 'pending') return say(`event.back.${state}`);
  if (own === null) return say('event.back.own');
  const temperature = temperatureText(own);
  return by !== null && by > at
    ? say('event.back.by', { temperature, by: timeText(by, zone) })
    : say('event.back.soon', { temperature });
};

/** Half the shift was asked for. */
const isEased = ({ steps, eased }: PlannedDevice): boolean =>
  eased ?? steps.some(({ reason }) => reason.code === 'event' && reason.eased);

/** What the event does with the device, under its name: preparation, event, return. */
export const planText = (device: PlannedDevice, { type, zone }: PlanContext): string => {
  if (device.excluded) return exclusionText(device.excluded, zone);
  const facts = plannedSettings(type, device);
  const { side, before, during } = facts;
  if (during === null || !movesDevice(facts)) return say('event.plan.none');
  const values = {
    side,
    ahead: before === null ? 'no' : 'yes',
    before: degreesText(before),
    during: degreesText(during),
    eased: isEased(device) ? 'yes' : 'no',
    until: timeText(during.to, zone),
  };
  const what = say(`event.plan.${facts.words}`, values);
  return `${what} ${returnText(facts, zone)}`;
};

/** What comes of the device's part in one sentence with its name. */
export const planSentence = (device: PlannedDevice, name: string, context: PlanContext): string => {
  const { excluded, optOut, steps, returned } = device;
  const { type, startTime, zone } = context;
  if (excluded) return say('event.plan.excluded', { device: name, reason: exclusionText(excluded, zone) });
  if (optOut) return say(`event.plan.left.${optOut.cause}`, { device: name });
  if (returned === 'done') return say('event.plan.returned', { device: name });
  if (returned === 'pending') return say('event.plan.returning', { device: name });
  if (returned === 'failed') return say('event.plan.returnFailed', { device: name });
  const during = steps.find(({ phase }) => phase === 'during');
  const facts = plannedSettings(type, device);
  if (during === undefined || !movesDevice(facts)) return say('event.plan.untouched', { device: name });
  const event = { kind: type, startTime: Date.parse(startTime) };
  return sentenceText(
    stepSentence(event, name, toStep(during), facts.field === null ? [] : [facts.field]),
    zone,
  );
};

/** What came of the device's part once the event is over, in one sentence with its name. */
export const pastSentence = (device: PlannedDevice, name: string, context: PlanContext): string => {
  const { excluded, optOut, outcome, returned } = device;
  if (excluded || optOut) return planSentence(device, name, context);
  if (outcome === 'noResponse') return say('event.past.noResponse', { device: name });
  if (returned) return planSentence(device, name, context);
  const { type, startTime, zone } = context;
  const facts = plannedSettings(type, device);
  const { side, during } = facts;
  if (during === null || !movesDevice(facts)) return say('event.past.untouched', { device: name });
  return say(`event.past.${facts.words}`, {
    device: name,
    side,
    temperature: degreesText(during),
    from: timeText(Date.parse(startTime), zone),
    to: timeText(during.to, zone),
  });
};
