import { t } from '#web/lib/i18n.ts';
import { temperatureText } from '#web/lib/quantity-text.ts';
import type { DispatchDevice } from './dispatch.ts';
import { rangeText } from './event-times.ts';
import { planFacts } from '#web/lib/plan-facts.ts';

/** What the event does with the device, after its name: "rests at 76 °F, 5:00 – 8:00 PM". */
export const briefText = (device: DispatchDevice, zone: string): string => {
  const { side, during } = planFacts(device.event.type, device);
  if (during === null || during.degrees === null) return t('event.brief.untouched');
  const hours = rangeText(Date.parse(device.event.startTime), during.to, zone);
  return t('event.brief', {
    side,
    temperature: temperatureText(during.degrees),
    eased: device.eased ? 'yes' : 'no',
    hours,
  });
};
