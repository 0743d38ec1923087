import type { ReactNode } from 'react';
import { useT } from '#web/lib/language/i18n.ts';
import { Button } from '#web/ui/form/Button.tsx';
import styles from './MessageForm.module.css';

interface Props {
  readonly busy: boolean;
  readonly onSubmit: () => Promise<void>;
  readonly onDiscard: () => void;
  /** Its fields. */
  readonly children: ReactNode;
}

/** The form of a new message or an answer, with Send and Discard. */
export function MessageForm({ busy, onSubmit, onDiscard, children }: Props) {
  const t = useT();
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      {children}
      <div className={styles['actions']}>
        <Button type="submit" look="primary" busy={busy}>
          {t('messages.send')}
        </Button>
        <Button look="quiet" inactive={busy} onClick={onDiscard}>
          {t('messages.discard')}
        </Button>
      </div>
    </form>
  );
}
