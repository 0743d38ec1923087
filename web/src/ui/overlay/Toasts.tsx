import { useT } from '#web/lib/language/i18n.ts';
import { dismiss, useToasts } from '#web/lib/feedback/toasts.ts';
import { Icon } from '../icon/icons.tsx';
import styles from './Toasts.module.css';

const ICONS = { ok: 'check', fail: 'alert', info: 'info', event: 'bolt' } as const;

export function Toasts() {
  const t = useT();
  const toasts = useToasts();
  return (
    <div className={styles['region']} role="region" aria-label={t('toast.region')} aria-live="polite">
      {toasts.map(({ id, tone, title, body, details }) => (
        <div key={id} className={`${styles['toast']} ${styles[tone]}`}>
          <Icon name={ICONS[tone]} size={20} />
          <div>
            <p className={styles['title']}>{title}</p>
            {body ? <p>{body}</p> : null}
            {details ? (
              <details>
                <summary>{t('toast.details')}</summary>
                <p>{details}</p>
              </details>
            ) : null}
          </div>
          <button type="button" onClick={() => dismiss(id)} aria-label={t('action.close')}>
            <Icon name="close" size={20} />
          </button>
        </div>
      ))}
    </div>
  );
}
