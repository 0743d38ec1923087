import { useEffect, useMemo, useState } from 'react';
import type { Dashboard } from '#contract/endpoints/house.ts';
import { useFollowAccess } from '#web/api/follow-access.ts';
import { HouseContext, useHouse } from '#web/api/house-context.ts';
import type { HouseData } from '#web/api/house-context.ts';
import { storeSelectedHouse, useSelectedHouse } from '#web/api/selected-house.ts';
import { setTemperatureUnit } from '#web/lib/language/format.ts';
import { currentLanguage, useT } from '#web/lib/language/i18n.ts';
import { withShownNames } from '#web/lib/language/schedule-name.ts';
import { useDashboard, usePhoneNumbers, useUser } from '#web/api/queries.ts';
import { navigate, usePath, useSearchValue } from '#web/lib/routing/router.ts';
import { housesOf } from '#web/api/session.ts';
import { stored } from '#web/lib/browser/storage.ts';
import { useIdle, whenIdle } from '#web/lib/browser/timers.ts';
import { boot } from '#web/lib/boot-state.ts';
import { CardSlots } from '#web/features/devices/card/card-slots.ts';
import {
  BatteryPart,
  EventLine,
  EventLock,
  EventNote,
  ReserveMark,
} from '#web/features/events/card/card-parts.tsx';
import { OptOutDialogHost } from '#web/features/events/leaving/OptOutDialogHost.tsx';
import { ErrorBoundary } from '#web/ui/container/ErrorBoundary.tsx';
import { RetryButton } from '#web/ui/form/RetryButton.tsx';
import { EmptyState } from '#web/ui/container/EmptyState.tsx';
import { lazyPart } from '#web/ui/container/LazyPart.tsx';
import { Skeleton } from '#web/ui/container/Skeleton.tsx';
import { Toasts } from '#web/ui/overlay/Toasts.tsx';
import { Shell } from './Shell.tsx';
import { StartFailureScreen } from './StartFailureScreen.tsx';
import { preloadScreens, resolve } from './routes.ts';

/** Parts of device cards that another feature draws. */
const cardSlots = { BatteryPart, EventLine, EventLock, EventNote, ReserveMark };

function CurrentScreen() {
  const t = useT();
  const path = usePath();
  const { settings } = useHouse();
  const resolved = resolve(path, settings);
  const redirect = 'redirect' in resolved ? resolved.redirect : null;
  useEffect(() => {
    // During sign-out the session code navigates; a redirect here would override it.
    if (redirect !== null && stored('token') !== null) navigate(redirect, { replace: true });
  }, [redirect]);
  if ('redirect' in resolved) return null;
  const { Screen, params, key } = resolved;
  return (
    <ErrorBoundary
      key={key}
      fallback={(retry) => (
        <EmptyState icon="alert" title={t('screen.failed')} action={<RetryButton onRetry={retry} />}>
          {t('screen.failed.advice')}
        </EmptyState>
      )}
    >
      <Screen params={params} />
    </ErrorBoundary>
  );
}

function AppLoading() {
  const t = useT();
  return <Skeleton height="100dvh" label={t('state.loading')} />;
}

/** Loaded before anything can have been typed that would be lost. */
const LeaveDialog = lazyPart(
  async () => (await import('./LeaveDialog.tsx')).LeaveDialog,
  () => null,
  whenIdle,
);

const NoHouse = lazyPart(async () => (await import('./NoHouse.tsx')).NoHouse, AppLoading);

const screens = (
  <>
    <CardSlots value={cardSlots}>
      <Shell>
        <CurrentScreen />
      </Shell>
    </CardSlots>
    <OptOutDialogHost />
    <LeaveDialog />
    <Toasts />
  </>
);

type SignedInProps = Pick<
  HouseData,
  'user' | 'house' | 'settings' | 'refreshedAt' | 'refreshFailed' | 'refresh'
> & {
  /** Absent until the first answer. */
  readonly dashboard: Dashboard | undefined;
};

/** The data keep their identity until one of them changes: each change draws the whole screen again. */
function SignedInApp({
  user,
  house,
  settings,
  dashboard,
  refreshedAt,
  refreshFailed,
  refresh,
}: SignedInProps) {
  useT();
  const language = currentLanguage();
  const home = useMemo(
    (): HouseData => ({
      user,
      house,
      settings,
      devices: dashboard?.devices ?? null,
      schedules: withShownNames(dashboard?.schedules ?? [], language),
      events: {
        active: dashboard?.activeEvents ?? [],
        upcoming: dashboard?.upcomingEvents ?? [],
        left: dashboard?.leftEvents ?? [],
        // A copy of an earlier version may lack it.
        returning: dashboard?.returningEvents ?? [],
      },
      messages: dashboard?.messages ?? null,
      phoneToVerify: dashboard?.phoneToVerify ?? false,
      programs: dashboard?.programs ?? [],
      month: dashboard?.monthlyResults ?? null,
      results: dashboard?.latestResult ? [dashboard.latestResult, ...(dashboard.resultsBeside ?? [])] : [],
      refreshedAt,
      refreshFailed,
      refresh,
    }),
    [user, house, settings, dashboard, language, refreshedAt, refreshFailed, refresh],
  );
  return <HouseContext value={home}>{screens}</HouseContext>;
}

/** Renders the app once the user and the provider's settings are loaded, or known from the last visit. */
export function App({ userId }: { readonly userId: string }) {
  const user = useUser(userId);
  const houses = user.data ? housesOf(user.data) : [];
  const path = usePath();
  const requestedHouseId = useSearchValue('house');
  const houseId = useSelectedHouse(houses, requestedHouseId);
  const dashboard = useDashboard(houseId ?? stored('houseId'));
  useFollowAccess(houseId, user, dashboard);
  useEffect(() => {
    if (!houseId) return;
    storeSelectedHouse(houseId);
    // It is selected from now on, until another one is.
    if (requestedHouseId !== null) navigate(path, { replace: true });
  }, [houseId, requestedHouseId, path]);

  const isLoaded = dashboard.data !== undefined;
  const isIdle = useIdle(isLoaded);
  // For the reminder and the account's screens.
  usePhoneNumbers(userId, isIdle);
  useEffect(() => {
    if (!isIdle) return;
    boot().preload('signIn');
    void preloadScreens();
  }, [isIdle]);
  // A query drops its error while it tries again; the message stays until there is an answer.
  const [failure, setFailure] = useState<Error | null>(null);
  const error = user.error ?? dashboard.error;
  if (error && error !== failure) setFailure(error);

  const cached = stored('proSettings');
  const settings = dashboard.data?.settings ?? (cached?.houseId === houseId ? cached?.settings : undefined);
  const house = dashboard.data?.house ?? stored('selectedHouse');
  const retry = () => {
    void user.refetch();
    void dashboard.refetch();
  };

  if (user.data && houseId === null) {
    return <NoHouse user={user.data} isChecking={user.isFetching} onCheck={() => void user.refetch()} />;
  }
  if (!user.data || !settings || !house || house.id !== houseId) {
    if (failure === null) return <AppLoading />;
    return (
      <StartFailureScreen error={failure} busy={user.isFetching || dashboard.isFetching} retry={retry} />
    );
  }
  // Before anything is drawn, because every temperature is formatted with it.
  setTemperatureUnit(user.data.temperatureUnit);
  return (
    <SignedInApp
      user={user.data}
      house={house}
      settings={settings}
      dashboard={dashboard.data}
      refreshedAt={dashboard.dataUpdatedAt}
      refreshFailed={dashboard.isError || dashboard.failureCount > 0 || (!isLoaded && failure !== null)}
      refresh={dashboard.refetch}
    />
  );
}
