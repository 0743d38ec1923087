import type { EventHold } from '#web/api/event-hold.ts';
import { rangeText } from '#web/lib/language/format.ts';
import { t } from '#web/lib/language/i18n.ts';
import { temperatureText } from '#web/lib/language/quantity-text.ts';
import type { Dispatch, DispatchDevice } from '../dispatch.ts';
import { movesDevice, plannedSettings } from '#web/lib/planned-settings.ts';

/**
 * What the event does with the device, after its name: "held at 76 °F", and when, if that is not the time of the whole event.
 * `hold`: null as long as the device's event does not run.
 */
export const briefText = (
  device: DispatchDevice,
  hold: EventHold | null,
  { startTime, endTime }: Pick<Dispatch, 'startTime' | 'endTime'>,
  zone: string,
): string => {
  const facts = plannedSettings(device.event.type, device);
  const { side, during } = facts;
  if (during === null || !movesDevice(facts)) return t('event.brief.untouched');
  // While it runs; before, the plan is told.
  if (hold?.state === 'waiting') return t('event.brief.waiting');
  const what = t('event.brief', {
    side,
    temperature: during.degrees === null ? '' : temperatureText(during.degrees),
    eased: device.eased ? 'yes' : 'no',
  });
  const from = Date.parse(device.event.startTime);
  // The banner's title has said those already.
  if (from === startTime && during.to === endTime) return what;
  return `${what}, ${rangeText(from, during.to, zone)}`;
};
