import type { DeviceNow } from '#contract/entities/device-now.ts';
import { useT } from '#web/lib/i18n.ts';
import { DeviceCard } from '../DeviceCard.tsx';

export function StatusTab({ device }: { readonly device: DeviceNow }) {
  const t = useT();
  return <DeviceCard device={device} linked={false} heading={t('device.now')} />;
}
