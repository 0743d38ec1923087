import { t } from '#web/lib/language/i18n.ts';
import { temperatureText } from '#web/lib/language/quantity-text.ts';
import type { Dispatch, DispatchDevice } from '../dispatch.ts';
import { rangeText } from '../event-times.ts';
import { plannedSettings } from '#web/lib/planned-settings.ts';

/** What the event does with the device, after its name: "rests at 76 °F", and when, if that is not the time of the whole event. */
export const briefText = (
  device: DispatchDevice,
  { startTime, endTime }: Pick<Dispatch, 'startTime' | 'endTime'>,
  zone: string,
): string => {
  const { side, during } = plannedSettings(device.event.type, device);
  if (during === null || during.degrees === null) return t('event.brief.untouched');
  const what = t('event.brief', {
    side,
    temperature: temperatureText(during.degrees),
    eased: device.eased ? 'yes' : 'no',
  });
  const from = Date.parse(device.event.startTime);
  // The banner's title has said those already.
  if (from === startTime && during.to === endTime) return what;
  return `${what}, ${rangeText(from, during.to, zone)}`;
};
