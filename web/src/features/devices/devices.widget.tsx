import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import { kinds } from '#domain/kinds/index.ts';
import { hasEvents, mayChangeHome, useHouse } from '#web/api/house-context.ts';
import type { HouseData } from '#web/api/house-context.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import { dashboardKey } from '#web/api/queries.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { useMediaQuery } from '#web/lib/browser/media-query.ts';
import { useOnline } from '#web/lib/browser/online.ts';
import { useIdle } from '#web/lib/browser/timers.ts';
import { toastFailure } from '#web/lib/feedback/toasts.ts';
import { ErrorBoundary } from '#web/ui/container/ErrorBoundary.tsx';
import { RetryButton } from '#web/ui/form/RetryButton.tsx';
import { Card } from '#web/ui/container/Card.tsx';
import { lazyPart } from '#web/ui/container/LazyPart.tsx';
import { EmptyState } from '#web/ui/container/EmptyState.tsx';
import { Notice } from '#web/ui/text/Notice.tsx';
import { Skeleton } from '#web/ui/container/Skeleton.tsx';
import { DeviceCard } from './card/DeviceCard.tsx';
import styles from './devices.module.css';

const NoDevices = lazyPart(
  async () => (await import('./NoDevices.tsx')).NoDevices,
  () => null,
);

/** As many as a phone can show on its first screen, without and below the banner of an event. */
const FIRST_CARDS = { alone: 2, belowBanner: 1 } as const;
/** Only when the document opens: on the way back from another screen the page has its full length at once, to be scrolled. */
let wereAllDrawn = false;

/** On a phone the cards below the first screen are drawn when the first ones are on the screen. */
const useDrawnDevices = (home: HouseData): readonly DashboardDevice[] => {
  const { devices } = home;
  const isIdle = useIdle(devices !== null);
  const isPhone = useMediaQuery('(width < 768px)');
  const areAllDrawn = isIdle || wereAllDrawn || !isPhone;
  useEffect(() => {
    if (isIdle) wereAllDrawn = true;
  }, [isIdle]);
  const first = FIRST_CARDS[hasEvents(home) ? 'belowBanner' : 'alone'];
  return (areAllDrawn ? devices : devices?.slice(0, first)) ?? [];
};

function Devices() {
  const t = useT();
  const home = useHouse();
  const online = useOnline();
  const { devices, refreshFailed, refresh } = home;
  const drawn = useDrawnDevices(home);
  const failedFirst = devices === null && refreshFailed;
  const queries = useQueryClient();
  useEffect(() => {
    if (!failedFirst) return;
    const state = queries.getQueryState(dashboardKey(home.house.id));
    // Between two tries the query has dropped its error.
    const error = state?.error ?? state?.fetchFailureReason;
    toastFailure(t('device.fetch.failed'), error, errorMessage(error));
  }, [failedFirst, home.house.id, queries, t]);
  const retry = <RetryButton onRetry={refresh} />;
  return (
    <section className={styles['devices']} aria-labelledby="devices-title">
      <h2 id="devices-title" className={hasEvents(home) ? styles['tight'] : undefined}>
        {t('devices.title')}
      </h2>
      {mayChangeHome(home) ? null : <Notice>{t('device.change.admin')}</Notice>}
      {devices && refreshFailed && online ? (
        <Notice tone="warn" title={t('devices.stale')} action={retry} brief>
          {t('devices.stale.text')}
        </Notice>
      ) : null}
      {failedFirst && online ? (
        <EmptyState icon="alert" title={t('device.fetch.failed')} action={retry}>
          {t('devices.fetch.advice')}
        </EmptyState>
      ) : devices === null ? (
        <Skeleton height="100dvh" label={t('state.loading')} />
      ) : null}
      {devices?.length === 0 ? (
        <div className={styles['none']}>
          <NoDevices />
        </div>
      ) : null}
      <ul className={styles['grid']}>
        {drawn.map((device) => (
          <li key={device.id}>
            <ErrorBoundary
              resetKey={device}
              fallback={(again) => (
                <Card>
                  <Notice
                    tone="danger"
                    title={device.name ?? t('device.number', { id: device.id })}
                    action={<RetryButton onRetry={again} />}
                  >
                    {device.kind in kinds
                      ? t('device.renderFailed')
                      : t('device.kindUnknown', { kind: device.kind })}
                  </Notice>
                </Card>
              )}
            >
              <DeviceCard device={device} alone={devices?.length === 1} />
            </ErrorBoundary>
          </li>
        ))}
      </ul>
    </section>
  );
}

export const devicesWidget = {
  id: 'devices',
  area: 'devices',
  shown: () => true,
  Component: Devices,
} as const;
