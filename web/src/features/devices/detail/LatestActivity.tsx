import { useQuery } from '@tanstack/react-query';
import type { DeviceNow } from '#contract/entities/device-now.ts';
import type { Activity } from '#contract/entities/history.ts';
import { kindOf } from '#domain/kinds/index.ts';
import { now } from '#web/lib/clock.ts';
import { formatAge, temperature } from '#web/lib/format.ts';
import { useHome } from '#web/api/home-context.ts';
import { t as wording, useT, labelFor } from '#web/lib/i18n.ts';
import { api } from '#web/api/session.ts';
import { REFRESH, useSeconds } from '#web/lib/timers.ts';
import { Card } from '#web/ui/Card.tsx';
import { modeLabel } from '../card-content.ts';
import styles from './LatestActivity.module.css';

/** Entries shown; the server sends more. */
const SHOWN = 8;

const valueText = ({ key, value }: Activity, device: DeviceNow): string => {
  const resource = kindOf(device.kind).resources[key];
  if (resource?.measure === 'temperature') {
    const { value: degrees, unit } = temperature(Number(value));
    return `${degrees} ${unit}`;
  }
  if (resource?.measure === 'flag') return value === true ? wording('value.yes') : wording('value.no');
  const word = String(value);
  if (key === 'status') return labelFor('device.status', word);
  if (key.endsWith('fan-mode')) return labelFor('fan', word);
  if (key === 'evse-mode' || key.startsWith('ev-')) return labelFor(device.kind, word);
  return modeLabel(word, device.mfg);
};

/** Latest changes, newest first: resource, new value, age. */
export function LatestActivity({ device }: { readonly device: DeviceNow }) {
  const t = useT();
  useSeconds();
  const { house } = useHome();
  const { data, isError } = useQuery<Activity[]>({
    queryKey: ['activity', house.id, device.id],
    queryFn: ({ signal }) =>
      api.get('/house/{houseId}/device/{deviceId}/activity', {
        params: { houseId: house.id, deviceId: device.id },
        signal,
      }),
    refetchInterval: REFRESH.dashboard,
  });
  const nothing = isError && !data ? t('activity.failed') : data ? t('activity.none') : t('state.loading');
  return (
    <Card labelledBy="latest-activity" className={styles['card']}>
      <h2 id="latest-activity">{t('activity.title')}</h2>
      {data && data.length > 0 ? (
        <ol className={styles['list']}>
          {data.slice(0, SHOWN).map((entry) => (
            <li key={`${entry.key} ${entry.time}`}>
              <p className={styles['what']}>
                <span>{labelFor('resource', entry.key)}</span> {valueText(entry, device)}
              </p>
              <p className={styles['when']}>{formatAge(new Date(entry.time), now(), house.timezone)}</p>
            </li>
          ))}
        </ol>
      ) : (
        <p className={styles['when']}>{nothing}</p>
      )}
    </Card>
  );
}
