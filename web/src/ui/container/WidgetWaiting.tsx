import { useT } from '#web/lib/language/i18n.ts';
import { useOnline } from '#web/lib/browser/online.ts';
import { Card } from './Card.tsx';
import { Failure } from './Failure.tsx';
import { Skeleton } from './Skeleton.tsx';
import styles from './WidgetWaiting.module.css';

/** Whether the room is that of an accordion, which below 1024 px begins closed. */
const ROOMS = {
  graph: true,
  /** With a legend of two lines. */
  'long-graph': true,
  figures: true,
  flows: true,
  weather: true,
  /** The second accordion of a widget that is one card from 1024 px on. */
  'second-row': true,
  days: false,
  ranking: false,
  rewards: false,
} as const;

interface Props {
  readonly failed: boolean;
  readonly busy: boolean;
  readonly retry: () => void;
  readonly room: keyof typeof ROOMS;
}

/** Keeps the room of a widget whose code is not here yet. Offline it comes by itself later. */
export function WidgetWaiting({ failed, busy, retry, room }: Props) {
  const t = useT();
  const online = useOnline();
  return (
    <Card className={`${styles[ROOMS[room] ? 'accordion' : 'filled']} ${styles[room]}`}>
      {failed && online ? (
        <Failure title={t('widget.failed')} busy={busy} onRetry={retry} />
      ) : (
        <Skeleton height="var(--room)" label={t('state.loading')} />
      )}
    </Card>
  );
}
