import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import { latestValuesOf } from '#domain/control/latest-values.ts';
import { strategies } from '#domain/events/plan/strategies/index.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { temperatureText } from '#web/lib/language/quantity-text.ts';

interface Props {
  readonly device: DashboardDevice;
  readonly className: string | undefined;
}

/** "68 °F inside", "72% charged": what an event changes about the device, as it stands. */
export function EventReading({ device, className }: Props) {
  const t = useT();
  const reading = strategies[device.kind]?.readingOf(latestValuesOf(device.realtime));
  if (!reading) return null;
  const value =
    reading.where === 'charged'
      ? t('comfort.percent', { percent: Math.round(reading.percent) })
      : temperatureText(reading.degrees);
  return (
    <span className={`${className} tabular`}>
      <b>{value}</b> {t(`event.reading.${reading.where}`)}
    </span>
  );
}
