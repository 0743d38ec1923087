import { useId } from 'react';
import { now } from '#web/lib/browser/clock.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { eventPath } from '#web/lib/routing/paths.ts';
import { Icon } from '#web/ui/icon/icons.tsx';
import styles from './EventBanner.module.css';
import type { Dispatch } from '../dispatch.ts';

/** Says that an event is over, or was cancelled, to those who had it before their eyes. */
export function EndedBanner({ dispatch }: { readonly dispatch: Dispatch }) {
  const t = useT();
  const id = useId();
  const how = now().getTime() >= dispatch.endTime ? 'over' : 'cancelled';
  return (
    <section aria-labelledby={id} className={`${styles['banner']} ${styles['left']}`}>
      <span className={styles['icon']}>
        <Icon name="check" />
      </span>
      <header className={styles['header']}>
        <h2 id={id}>{t(`event.banner.${how}`)}</h2>
      </header>
      <div className={styles['body']}>
        <p>{t(`event.banner.${how}.text`)}</p>
        <div className={styles['foot']}>
          <div className={styles['actions']}>
            <a className={styles['quiet']} href={`#${eventPath(dispatch.eventId)}`}>
              {t('event.banner.result')}
            </a>
          </div>
        </div>
      </div>
    </section>
  );
}
