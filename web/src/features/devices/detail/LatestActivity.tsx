import { useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import type { Activity } from '#contract/entities/history.ts';
import { now } from '#web/lib/browser/clock.ts';
import { formatAge } from '#web/lib/language/format.ts';
import { useHouse } from '#web/api/house-context.ts';
import { useLoadingText } from '#web/lib/feedback/history-progress.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { api } from '#web/api/session.ts';
import { REFRESH, useSeconds } from '#web/lib/browser/timers.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { Card } from '#web/ui/container/Card.tsx';
import { Icon } from '#web/ui/icon/icons.tsx';
import { activityLines } from './activity-text.ts';
import styles from './LatestActivity.module.css';
import { useWholeItems } from './use-whole-items.ts';

/** Latest changes, newest first: what changed, and how long ago; at first as many as the card has room for. */
export function LatestActivity({ device }: { readonly device: DashboardDevice }) {
  const t = useT();
  useSeconds();
  const loadingText = useLoadingText('state.loading');
  const [isLong, setLong] = useState(false);
  const { house } = useHouse();
  const { data, isError } = useQuery<Activity[]>({
    queryKey: ['activity', house.id, device.id],
    queryFn: ({ signal }) =>
      api.get('/house/{houseId}/device/{deviceId}/activity', {
        params: { houseId: house.id, deviceId: device.id },
        signal,
      }),
    refetchInterval: REFRESH.dashboard,
  });
  const lines = data ? activityLines(data, device, house.timezone) : [];
  const list = useRef<HTMLOListElement>(null);
  const count = useWholeItems(list, JSON.stringify([isLong, lines]));
  const nothing = isError && !data ? t('activity.failed') : data ? t('activity.none') : loadingText;
  return (
    <Card labelledBy="latest-activity" className={styles['card']}>
      <h2 id="latest-activity">{t('activity.title')}</h2>
      {lines.length > 0 ? (
        <ol ref={list} className={`${styles['list']} ${isLong ? styles['long'] : ''}`}>
          {lines.map(({ text, because, time }, index) => (
            <li key={`${text} ${time}`} className={index < count ? undefined : styles['cut']}>
              <p className={styles['what']}>{text}</p>
              {because === null ? null : <p className={styles['when']}>{because}</p>}
              <p className={styles['when']}>{formatAge(new Date(time), now(), house.timezone, true)}</p>
            </li>
          ))}
        </ol>
      ) : (
        <div className={styles['nothing']}>
          <Icon name="clock" />
          <p className={styles['when']}>{nothing}</p>
        </div>
      )}
      {isLong || lines.length > count ? (
        <div className={styles['more']}>
          <Button look="quiet" aria-expanded={isLong} onClick={() => setLong(!isLong)}>
            {isLong ? t('activity.less') : t('activity.more')}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}
