import { makerLabel } from '#domain/control/title.ts';
import { useHome } from '#web/lib/home.ts';
import { useT } from '#web/lib/i18n.ts';
import { paths } from '#web/lib/paths.ts';
import { Card } from '#web/ui/Card.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { usePage } from '#web/ui/page.ts';
import { DeviceCard, deviceTitle } from './DeviceCard.tsx';
import styles from './DeviceDetail.module.css';

export function DeviceDetail({ params }: { readonly params: Readonly<Record<string, string>> }) {
  const t = useT();
  const { devices } = useHome();
  const device = devices?.find(({ id }) => id === params['deviceId']);
  const title = device ? deviceTitle(device) : t('device.number', { id: params['deviceId'] ?? '' });
  const heading = usePage(title);
  return (
    <>
      <a href={`#${paths.home}`} className={styles['back']}>
        <Icon name="chevron-left" size={18} />
        {t('device.back')}
      </a>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {devices === null ? <Skeleton height="20rem" label={t('state.loading')} /> : null}
      {devices && !device ? (
        <EmptyState icon="search" title={t('device.unknown')}>
          {t('device.unknown.advice')}
        </EmptyState>
      ) : null}
      {device ? (
        <div className={styles['columns']}>
          <DeviceCard device={device} linked={false} />
          <Card label={t('device.facts')}>
            <Facts
              rows={[
                [t('device.type'), device.type ?? t(`kind.${device.kind}`)],
                [t('device.maker'), makerLabel(device)],
                [t('device.id'), device.id],
              ]}
            />
          </Card>
        </div>
      ) : null}
    </>
  );
}
