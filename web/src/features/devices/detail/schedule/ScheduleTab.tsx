import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import { collator } from '#domain/text/intl-cache.ts';
import type { DeviceSchedule } from '#contract/entities/schedule.ts';
import { latestValuesOf } from '#domain/control/latest-values.ts';
import { mayWriteSchedules } from '#domain/schedules/change-permission.ts';
import { draftOf } from '#domain/schedules/schedule-draft.ts';
import { DEFAULT_ORDER, SCHEDULE_COLUMNS, orderAfter, sortSchedules } from '#domain/schedules/table-order.ts';
import type { ScheduleOrder } from '#domain/schedules/table-order.ts';
import { failureSentence } from '#web/api/failure-sentence.ts';
import { mayChangeHome, useHouse } from '#web/api/house-context.ts';
import { timeOfDay } from '#web/lib/language/format.ts';
import { currentLanguage, localeTag, useT } from '#web/lib/language/i18n.ts';
import { withShownNames } from '#web/lib/language/schedule-name.ts';
import { toServerTime } from '#web/lib/browser/clock.ts';
import { useMediaQuery } from '#web/lib/browser/media-query.ts';
import { useLastError } from '#web/api/query-failure.ts';
import { api } from '#web/api/session.ts';
import { REFRESH } from '#web/lib/browser/timers.ts';
import { useFailureToast } from '#web/lib/feedback/toasts.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { ButtonLink } from '#web/ui/form/ButtonLink.tsx';
import { RetryButton } from '#web/ui/form/RetryButton.tsx';
import { Card } from '#web/ui/container/Card.tsx';
import { EmptyState } from '#web/ui/container/EmptyState.tsx';
import { Failure } from '#web/ui/container/Failure.tsx';
import { Notice } from '#web/ui/text/Notice.tsx';
import { TextLink } from '#web/ui/text/TextLink.tsx';
import { Select } from '#web/ui/form/Select.tsx';
import { useLocation } from '#web/lib/routing/router.ts';
import { Skeleton } from '#web/ui/container/Skeleton.tsx';
import { Icon } from '#web/ui/icon/icons.tsx';
import { ScheduleChoice } from '../../controls/ScheduleChoice.tsx';
import { ScheduleNote } from '../../controls/ScheduleNote.tsx';
import { useBlockReason } from '../../controls/block-reason.ts';
import { modeLabel } from '../../card/card-content.ts';
import { NextStep } from './NextStep.tsx';
import { ScheduleCard, ScheduleRow } from './ScheduleEntry.tsx';
import styles from './ScheduleTab.module.css';
import { ScheduleEditor } from './ScheduleEditor.tsx';
import { ScheduleMenu } from './ScheduleMenu.tsx';
import { editPath, newPath } from './editor-paths.ts';
import { columnLabel } from './schedule-text.ts';

const useSchedules = (houseId: string, known: readonly DeviceSchedule[]) => {
  const t = useT();
  const query = useQuery<readonly DeviceSchedule[]>({
    queryKey: ['schedules', houseId],
    queryFn: ({ signal }) => api.get('/house/{houseId}/device-schedule', { params: { houseId }, signal }),
    refetchInterval: REFRESH.dashboard,
  });
  useFailureToast(t('schedule.failed'), query.error, query.dataUpdatedAt);
  // The dashboard's list stands in for it, also after a failure: the query library drops a placeholder then.
  return { ...query, data: query.data ?? (known.length > 0 ? known : undefined) };
};

interface HeaderProps {
  readonly order: ScheduleOrder;
  readonly onOrder: (order: ScheduleOrder) => void;
}

function Headers({ order, onOrder, hasMenus }: HeaderProps & { readonly hasMenus: boolean }) {
  return (
    <tr>
      {SCHEDULE_COLUMNS.map((column) => {
        const isSorted = order.column === column;
        const direction = order.descending ? 'descending' : 'ascending';
        return (
          <th
            key={column}
            scope="col"
            // The menus stand beside the last column.
            colSpan={hasMenus && column === SCHEDULE_COLUMNS.at(-1) ? 2 : undefined}
            aria-sort={isSorted ? direction : 'none'}
            className={styles[column]}
          >
            <button type="button" onClick={() => onOrder(orderAfter(order, column))}>
              {columnLabel(column)}
              <span className={isSorted ? styles['sorted'] : styles['unsorted']}>
                <Icon name={isSorted && order.descending ? 'chevron-down' : 'chevron-up'} size={16} />
              </span>
            </button>
          </th>
        );
      })}
    </tr>
  );
}

function SortChoice({ order, onOrder }: HeaderProps) {
  const t = useT();
  return (
    <div className={styles['sort']}>
      <Select
        label={t('schedule.sortBy')}
        value={order.column}
        options={SCHEDULE_COLUMNS.map((column) => ({ value: column, text: columnLabel(column) }))}
        onChoose={(column) => onOrder({ column, descending: false })}
      />
      <Button
        aria-label={t(order.descending ? 'schedule.descending' : 'schedule.ascending')}
        onClick={() => onOrder(orderAfter(order, order.column))}
      >
        <Icon name={order.descending ? 'chevron-down' : 'chevron-up'} size={18} />
      </Button>
    </div>
  );
}

interface ActiveScheduleProps {
  readonly device: DashboardDevice;
  /** Beside the choice. */
  readonly children?: ReactNode;
}

/** Chooses the active schedule, and says what it does next or why it does not run. */
function ActiveSchedule({ device, children }: ActiveScheduleProps) {
  const t = useT();
  const home = useHouse();
  const isBlocked = useBlockReason(null, false) !== null;
  const mode = latestValuesOf(device.realtime).text('hwh-set-mode');
  return (
    <Card labelledBy="active-schedule" className={styles['choice']}>
      <h2 id="active-schedule">{t('schedule.choice')}</h2>
      {mayChangeHome(home) ? null : <Notice>{t('device.change.admin')}</Notice>}
      <div className={styles['chosen']}>
        <ScheduleChoice device={device} mode={mode} disabled={isBlocked} />
        <div className={styles['next']}>
          <ScheduleNote device={device} mode={mode}>
            <NextStep device={device} />
          </ScheduleNote>
        </div>
        {children}
      </div>
    </Card>
  );
}

export function ScheduleTab({ device }: { readonly device: DashboardDevice }) {
  const t = useT();
  const home = useHouse();
  const { house, schedules: known, settings } = home;
  const { search } = useLocation();
  const mayWrite = mayChangeHome(home) && mayWriteSchedules({ device, switches: settings });
  const query = useSchedules(house.id, known);
  const { data, refetch } = query;
  const error = useLastError(query);
  const [order, setOrder] = useState(DEFAULT_ORDER);
  const narrow = useMediaQuery('(width < 1024px)');
  const { compare } = collator(localeTag(), { sensitivity: 'base', numeric: true });
  const ofHome = withShownNames(data ?? [], currentLanguage());
  const schedules = sortSchedules(
    ofHome.filter(({ deviceId }) => deviceId === device.id),
    order,
    { labelOf: (mode) => modeLabel(mode, device.mfg), collate: compare },
  );
  const isActive = ({ uid }: DeviceSchedule) => uid === device.activeSchedule.uid;
  const failed = error ? (
    data ? (
      <Notice
        tone="warn"
        title={t('schedule.stale', {
          time: timeOfDay(toServerTime(query.dataUpdatedAt || home.refreshedAt), house.timezone),
        })}
        action={<RetryButton onRetry={refetch} />}
      >
        {failureSentence(error)}
      </Notice>
    ) : (
      <Failure title={t('schedule.failed')} onRetry={refetch}>
        {failureSentence(error)}
      </Failure>
    )
  ) : null;

  const menuOf = (schedule: DeviceSchedule) =>
    mayWrite ? <ScheduleMenu schedule={schedule} active={isActive(schedule)} /> : null;
  const finishOf = (schedule: DeviceSchedule) =>
    mayWrite ? <TextLink href={`#${editPath(schedule)}`}>{t('schedule.finish')}</TextLink> : null;
  const add = mayWrite ? (
    <div className={styles['add']}>
      <ButtonLink
        href={`#${newPath(device.id)}`}
        look="secondary"
        label={narrow ? t('schedule.new') : undefined}
      >
        <Icon name="plus" size={18} />
        {t(narrow ? 'schedule.new.short' : 'schedule.new')}
      </ButtonLink>
    </div>
  ) : null;

  if (!data) return failed ?? <Skeleton height="20rem" label={t('state.loading')} />;
  const [edited, copied] = [search.get('edit'), search.get('new')];
  if (mayWrite && (edited ?? copied) !== null) {
    // Another device of the home may be given a copy.
    const source =
      edited === null
        ? ofHome.find(({ uid }) => uid === copied)
        : schedules.find(({ uid }) => uid === edited);
    if (source || edited === null) {
      const shown = source?.name ?? '';
      const isSecond = edited === null && source?.deviceId === device.id;
      const name = isSecond ? t('schedule.copy.name', { name: shown }) : shown;
      return (
        <ScheduleEditor
          key={search.toString()}
          device={device}
          uid={edited}
          // What providers commonly call a schedule is shown in other words.
          storedName={data.find(({ uid }) => uid === edited)?.name ?? null}
          start={draftOf({ name, Event: source?.Event ?? [] })}
          active={edited !== null && source !== undefined && isActive(source)}
        />
      );
    }
  }
  if (schedules.length === 0) {
    return (
      <>
        {failed}
        <Card label={t('device.tab.schedule')}>
          <EmptyState icon="calendar" title={t('schedule.none')} action={add}>
            {t(mayWrite ? 'schedule.none.write' : 'schedule.none.advice')}
          </EmptyState>
        </Card>
      </>
    );
  }
  return narrow ? (
    <>
      {failed}
      <ActiveSchedule device={device} />
      <div className={styles['bar']}>
        <SortChoice order={order} onOrder={setOrder} />
        {add}
      </div>
      <ul className={styles['cards']}>
        {schedules.map((schedule) => (
          <li key={schedule.uid}>
            <ScheduleCard
              schedule={schedule}
              mfg={device.mfg}
              active={isActive(schedule)}
              menu={menuOf(schedule)}
              finish={finishOf(schedule)}
            />
          </li>
        ))}
      </ul>
    </>
  ) : (
    <>
      {failed}
      <ActiveSchedule device={device}>{add}</ActiveSchedule>
      <Card label={t('device.tab.schedule')} className={styles['card']}>
        <table className={styles['table']}>
          <caption className="visually-hidden">{t('schedule.caption')}</caption>
          <thead>
            <Headers order={order} onOrder={setOrder} hasMenus={mayWrite} />
          </thead>
          {schedules.map((schedule) => (
            <ScheduleRow
              key={schedule.uid}
              schedule={schedule}
              mfg={device.mfg}
              active={isActive(schedule)}
              menu={menuOf(schedule)}
              finish={finishOf(schedule)}
            />
          ))}
        </table>
      </Card>
    </>
  );
}
