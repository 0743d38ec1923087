import { useHouse } from '#web/api/house-context.ts';
import { deviceTitle } from '#web/lib/language/device-title.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { receiptPath } from '#web/lib/routing/paths.ts';
import { Card } from '#web/ui/container/Card.tsx';
import { Chip } from '#web/ui/text/Chip.tsx';
import { TextLink } from '#web/ui/text/TextLink.tsx';
import type { Dispatch } from '../dispatch.ts';
import { pastSentence } from '../plan-text.ts';
import styles from './Head.module.css';

/** What the first line says, and the event whose receipt is there; null: there is none yet. */
const outcomeOf = ({ events }: Dispatch) => {
  const settled = events.find(({ state }) => state === 'provisional' || state === 'final') ?? null;
  const isCancelled = events.every(({ state }) => state === 'cancelled');
  const text = isCancelled ? 'event.page.cancelled' : settled ? 'event.page.settled' : 'event.page.thanks';
  return { isCancelled, settled, text } as const;
};

/** After the end: what came of it, device by device. */
export function OverHead({ dispatch }: { readonly dispatch: Dispatch }) {
  const t = useT();
  const { devices, house } = useHouse();
  const { isCancelled, settled, text } = outcomeOf(dispatch);
  return (
    <Card labelledBy="event-over" className={styles['over'] ?? ''}>
      <p className={styles['chips']}>
        <Chip icon={isCancelled ? 'close' : 'check'} tone="event">
          {t(isCancelled ? 'event.page.chip.cancelled' : 'event.page.chip.over')}
        </Chip>
      </p>
      <h2 id="event-over">{t('event.page.happened')}</h2>
      <p>
        {t(text)}{' '}
        {settled ? <TextLink href={`#${receiptPath(settled.id)}`}>{t('receipt.link')}</TextLink> : null}
      </p>
      <ul className={styles['sentences']}>
        {dispatch.devices.map((device) => {
          const portalDevice = devices?.find(({ id }) => id === device.deviceId);
          const name = portalDevice ? deviceTitle(portalDevice) : t('event.page.removedDevice');
          return (
            <li key={device.deviceId}>
              {pastSentence(device, name, {
                type: device.event.type,
                startTime: device.event.startTime,
                zone: house.timezone,
              })}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
