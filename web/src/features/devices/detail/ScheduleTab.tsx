import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import { collator } from '#domain/text/intl-cache.ts';
import type { DeviceSchedule } from '#contract/entities/schedule.ts';
import { latestValuesOf } from '#domain/control/latest-values.ts';
import { DEFAULT_ORDER, SCHEDULE_COLUMNS, orderAfter, sortSchedules } from '#domain/schedules/table-order.ts';
import type { ScheduleOrder } from '#domain/schedules/table-order.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import { mayChangeHome, useHouse } from '#web/api/house-context.ts';
import { currentLanguage, localeTag, useT } from '#web/lib/language/i18n.ts';
import { withShownNames } from '#web/lib/language/schedule-name.ts';
import { useMediaQuery } from '#web/lib/browser/media-query.ts';
import { useLastError } from '#web/api/query-failure.ts';
import { api } from '#web/api/session.ts';
import { REFRESH } from '#web/lib/browser/timers.ts';
import { useFailureToast } from '#web/lib/feedback/toasts.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { RetryButton } from '#web/ui/form/RetryButton.tsx';
import { Card } from '#web/ui/container/Card.tsx';
import { EmptyState } from '#web/ui/container/EmptyState.tsx';
import { Notice } from '#web/ui/text/Notice.tsx';
import { Select } from '#web/ui/form/Select.tsx';
import { Skeleton } from '#web/ui/container/Skeleton.tsx';
import { Icon } from '#web/ui/icon/icons.tsx';
import { ScheduleChoice, ScheduleNote } from '../controls/ScheduleChoice.tsx';
import { useBlockReason } from '../controls/block-reason.ts';
import { modeLabel } from '../card/card-content.ts';
import { NextStep } from './NextStep.tsx';
import { ScheduleCard, ScheduleRow } from './Schedule.tsx';
import styles from './ScheduleTab.module.css';
import { columnLabel } from './schedule-text.ts';

const useSchedules = (houseId: string, placeholder: readonly DeviceSchedule[]) => {
  const t = useT();
  const query = useQuery<readonly DeviceSchedule[]>({
    queryKey: ['schedules', houseId],
    queryFn: ({ signal }) => api.get('/house/{houseId}/device-schedule', { params: { houseId }, signal }),
    ...(placeholder.length > 0 ? { placeholderData: placeholder } : {}),
    refetchInterval: REFRESH.dashboard,
  });
  useFailureToast(t('schedule.failed'), query.error, query.dataUpdatedAt);
  return query;
};

interface HeaderProps {
  readonly order: ScheduleOrder;
  readonly onOrder: (order: ScheduleOrder) => void;
}

function Headers({ order, onOrder }: HeaderProps) {
  return (
    <tr>
      {SCHEDULE_COLUMNS.map((column) => {
        const isSorted = order.column === column;
        const direction = order.descending ? 'descending' : 'ascending';
        return (
          <th key={column} scope="col" aria-sort={isSorted ? direction : 'none'} className={styles[column]}>
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
      <Button onClick={() => onOrder(orderAfter(order, order.column))}>
        <Icon name={order.descending ? 'chevron-down' : 'chevron-up'} size={18} />
        {order.descending ? t('schedule.descending') : t('schedule.ascending')}
      </Button>
    </div>
  );
}

/** Chooses the active schedule, and says what it does next or why it does not run. */
function ActiveSchedule({ device }: { readonly device: DashboardDevice }) {
  const t = useT();
  const home = useHouse();
  const isBlocked = useBlockReason(null, false) !== null;
  const mode = latestValuesOf(device.realtime).text('hwh-set-mode');
  return (
    <Card labelledBy="active-schedule" className={styles['choice']}>
      <h2 id="active-schedule">{t('schedule.choice')}</h2>
      {mayChangeHome(home) ? null : <Notice>{t('device.change.admin')}</Notice>}
      <ScheduleChoice device={device} mode={mode} disabled={isBlocked} />
      <ScheduleNote device={device} mode={mode}>
        <NextStep device={device} />
      </ScheduleNote>
    </Card>
  );
}

export function ScheduleTab({ device }: { readonly device: DashboardDevice }) {
  const t = useT();
  const { house, schedules: placeholder } = useHouse();
  const query = useSchedules(house.id, placeholder);
  const { data, refetch } = query;
  const error = useLastError(query);
  const [order, setOrder] = useState(DEFAULT_ORDER);
  const narrow = useMediaQuery('(width < 768px)');
  const { compare } = collator(localeTag(), { sensitivity: 'base', numeric: true });
  const schedules = sortSchedules(
    withShownNames(data ?? [], currentLanguage()).filter(({ deviceId }) => deviceId === device.id),
    order,
    { labelOf: (mode) => modeLabel(mode, device.mfg), collate: compare },
  );
  const isActive = ({ uid }: DeviceSchedule) => uid === device.activeSchedule.uid;
  const failed = error ? (
    <Notice tone="danger" title={t('schedule.failed')} action={<RetryButton onRetry={refetch} />}>
      {errorMessage(error)}
    </Notice>
  ) : null;

  if (!data) return failed ?? <Skeleton height="20rem" label={t('state.loading')} />;
  if (schedules.length === 0) {
    return (
      <>
        {failed}
        <Card label={t('device.tab.schedule')}>
          <EmptyState icon="calendar" title={t('schedule.none')}>
            {t('schedule.none.advice')}
          </EmptyState>
        </Card>
      </>
    );
  }
  return narrow ? (
    <>
      {failed}
      <ActiveSchedule device={device} />
      <SortChoice order={order} onOrder={setOrder} />
      <ul className={styles['cards']}>
        {schedules.map((schedule) => (
          <li key={schedule.uid}>
            <ScheduleCard schedule={schedule} mfg={device.mfg} active={isActive(schedule)} />
          </li>
        ))}
      </ul>
    </>
  ) : (
    <>
      {failed}
      <ActiveSchedule device={device} />
      <Card label={t('device.tab.schedule')} className={styles['card']}>
        <table className={styles['table']}>
          <caption className="visually-hidden">{t('schedule.caption')}</caption>
          <thead>
            <Headers order={order} onOrder={setOrder} />
          </thead>
          {schedules.map((schedule) => (
            <ScheduleRow
              key={schedule.uid}
              schedule={schedule}
              mfg={device.mfg}
              active={isActive(schedule)}
            />
          ))}
        </table>
      </Card>
    </>
  );
}
