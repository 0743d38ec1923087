import { useEffect } from 'react';
import type { ComponentType } from 'react';
import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import type { ProviderSettings } from '#contract/entities/house.ts';
import { kinds } from '#domain/kinds/index.ts';
import { headerOf, makerLabel, settingOf } from '#domain/control/title.ts';
import { useHouse } from '#web/api/house-context.ts';
import { labelFor, useT } from '#web/lib/language/i18n.ts';
import { DEVICE_TABS, devicePath, paths } from '#web/lib/routing/paths.ts';
import type { DeviceTab } from '#web/lib/routing/paths.ts';
import { navigate, useLocation } from '#web/lib/routing/router.ts';
import { RetryButton } from '#web/ui/form/RetryButton.tsx';
import { BackLink } from '#web/ui/page/BackLink.tsx';
import { EmptyState } from '#web/ui/container/EmptyState.tsx';
import { ErrorBoundary } from '#web/ui/container/ErrorBoundary.tsx';
import { Notice } from '#web/ui/text/Notice.tsx';
import { Skeleton } from '#web/ui/container/Skeleton.tsx';
import { Tabs } from '#web/ui/container/Tabs.tsx';
import { usePageHeading } from '#web/ui/page/page-heading.ts';
import styles from './DeviceDetail.module.css';
import { ScheduleTab } from './schedule/ScheduleTab.tsx';
import { SettingsTab } from './SettingsTab.tsx';
import { StatusTab } from './StatusTab.tsx';
import { useUnsavedSettings } from './settings-draft.ts';

/** "Sensibo · Thermostat", "IONIQ 5, 2024". */
const modelText = (device: DashboardDevice): string => {
  const model = settingOf(device, 'vehicle-model');
  if (model === null) return `${makerLabel(device)} · ${device.type ?? labelFor('kind', device.kind)}`;
  return [model, settingOf(device, 'vehicle-year')].filter((part) => part !== null).join(', ');
};

interface TabRow {
  readonly exists: (device: DashboardDevice, settings: ProviderSettings) => boolean;
  readonly Panel: ComponentType<{ readonly device: DashboardDevice }>;
}

const TABS: Readonly<Record<DeviceTab, TabRow>> = {
  status: { exists: () => true, Panel: StatusTab },
  schedule: {
    exists: ({ kind }, { enableAutoSchedule, enableCustomHwhSchedule }) =>
      kind === 'hwh' && (enableAutoSchedule || enableCustomHwhSchedule),
    Panel: ScheduleTab,
  },
  settings: { exists: () => true, Panel: SettingsTab },
};

function TabPanel({
  device,
  requestedTab,
}: {
  readonly device: DashboardDevice;
  readonly requestedTab: DeviceTab;
}) {
  const t = useT();
  const { settings } = useHouse();
  const tabs = DEVICE_TABS.filter((tab) => TABS[tab].exists(device, settings));
  const tab = tabs.find((candidate) => candidate === requestedTab) ?? 'status';
  useEffect(() => {
    // A tab that this device does not have redirects to the status tab.
    if (tab !== requestedTab) navigate(devicePath(device.id), { replace: true });
  }, [tab, requestedTab, device.id]);
  useUnsavedSettings(device);
  const { Panel } = TABS[tab];
  return (
    <>
      <Tabs
        inRow
        label={t('device.tabs')}
        current={devicePath(device.id, tab)}
        tabs={tabs.map((name) => ({ path: devicePath(device.id, name), text: t(`device.tab.${name}`) }))}
      />
      <Panel device={device} />
    </>
  );
}

/** The tabs of a device; one that cannot be drawn says so below the heading, and is drawn again with newer data. */
function DevicePanel({
  device,
  requestedTab,
}: {
  readonly device: DashboardDevice;
  readonly requestedTab: DeviceTab;
}) {
  const t = useT();
  return (
    <ErrorBoundary
      resetKey={device}
      fallback={(retry) => (
        <Notice
          tone="danger"
          title={
            device.kind in kinds ? t('device.renderFailed') : t('device.kindUnknown', { kind: device.kind })
          }
          action={<RetryButton onRetry={retry} />}
          urgent
        />
      )}
    >
      <TabPanel device={device} requestedTab={requestedTab} />
    </ErrorBoundary>
  );
}

/** Before the first answer: a placeholder, or why there is none. */
function DevicesMissing() {
  const t = useT();
  const { refreshFailed, refresh } = useHouse();
  if (!refreshFailed) return <Skeleton height="100dvh" label={t('state.loading')} />;
  return (
    <EmptyState icon="alert" title={t('device.fetch.failed')} action={<RetryButton onRetry={refresh} />}>
      {t('device.fetch.advice')}
    </EmptyState>
  );
}

export function DeviceDetail({ params }: { readonly params: Readonly<Record<string, string>> }) {
  const t = useT();
  const { path } = useLocation();
  const { devices } = useHouse();
  const deviceId = params['deviceId'] ?? '';
  const device = devices?.find(({ id }) => id === deviceId);
  const requestedTab = DEVICE_TABS.find((tab) => path === devicePath(deviceId, tab)) ?? 'status';
  const title =
    (device && headerOf(device)) ?? t(devices ? 'device.number' : 'device.screen', { id: deviceId });
  const heading = usePageHeading(
    requestedTab === 'status'
      ? title
      : t('device.tab.title', { title, tab: t(`device.tab.${requestedTab}`) }),
  );
  return (
    <>
      <BackLink path={paths.home} text={t('device.back')} />
      <header className={styles['header']}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {device ? <p className={styles['model']}>{modelText(device)}</p> : null}
      </header>
      {devices === null ? <DevicesMissing /> : null}
      {devices && !device ? (
        <EmptyState icon="search" title={t('device.unknown')}>
          {t('device.unknown.advice')}
        </EmptyState>
      ) : null}
      {device ? <DevicePanel device={device} requestedTab={requestedTab} /> : null}
    </>
  );
}
