import { useT } from '#web/lib/i18n.ts';
import { useOnline } from '#web/lib/online.ts';
import { Button } from './Button.tsx';
import { Card } from './Card.tsx';
import { Notice } from './Notice.tsx';
import { Skeleton } from './Skeleton.tsx';
import styles from './WidgetWaiting.module.css';

interface Props {
  readonly failed: boolean;
  readonly busy: boolean;
  readonly retry: () => void;
  /** Of an accordion, which below 1024 px begins closed; `second-row`: the second one of a widget that is one card from there on. */
  readonly room?: 'graph' | 'figures' | 'flows' | 'weather' | 'second-row';
}

/** Keeps the room of a widget whose code is not here yet. Offline it comes by itself later. */
export function WidgetWaiting({ failed, busy, retry, room }: Props) {
  const t = useT();
  const online = useOnline();
  return (
    <Card className={room && `${styles['accordion']} ${styles[room]}`}>
      {failed && online ? (
        <Notice
          tone="danger"
          title={t('widget.failed')}
          action={
            <Button busy={busy} onClick={retry}>
              {t('action.retry')}
            </Button>
          }
        />
      ) : (
        <Skeleton height="var(--room, 18rem)" label={t('state.loading')} />
      )}
    </Card>
  );
}
