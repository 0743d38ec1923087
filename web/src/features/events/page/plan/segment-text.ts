import type { DeviceKind } from '#contract/entities/device.ts';
import { t } from '#web/lib/language/i18n.ts';
import { temperature as quantity } from '#web/lib/language/format.ts';
import { temperatureText } from '#web/lib/language/quantity-text.ts';
import type { Segment } from './plan-axis.ts';

/** In a bar of the axis, with and without room for it; empty where nothing is to be said. */
export const segmentLabel = (
  { kind, degrees }: Segment,
  type: DeviceKind,
  heats: boolean,
): { readonly short: string; readonly long: string } => {
  if (kind === 'return') return { short: '', long: '' };
  if (degrees === null) return { short: '', long: t('event.axis.usual') };
  // Without the unit, which the sentence beside it has.
  const short = `${quantity(degrees).value}°`;
  if (kind !== 'event' || type === 'hwh') return { short, long: short };
  return { short, long: t(heats ? 'event.axis.atLeast' : 'event.axis.atMost', { temperature: short }) };
};

/** In the table: in full. */
export const segmentText = ({ kind, degrees }: Segment, type: DeviceKind, heats: boolean): string => {
  const temperature = degrees === null ? '' : temperatureText(degrees);
  if (kind === 'event') {
    return t('event.table.event', { side: type === 'hwh' ? 'water' : heats ? 'heat' : 'cool', temperature });
  }
  if (kind === 'own' && degrees === null) return t('event.axis.usual');
  return t(`event.table.${kind}`, { temperature });
};

/** Whether the event lowers what the device is set to. */
export const isLowered = (segments: readonly Segment[]): boolean => {
  const own = segments.find(({ kind }) => kind === 'own' || kind === 'return')?.degrees ?? null;
  const event = segments.find(({ kind }) => kind === 'event')?.degrees ?? null;
  return own !== null && event !== null && event < own;
};
