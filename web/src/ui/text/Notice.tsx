import type { ReactNode } from 'react';
import { Icon } from '../icon/icons.tsx';
import type { IconName } from '../icon/icons.tsx';
import styles from './Notice.module.css';
import tones from '../theme/tones.module.css';

const ICONS = { info: 'info', ok: 'check', warn: 'alert', danger: 'alert' } as const satisfies Record<
  string,
  IconName
>;

interface Props {
  readonly tone?: keyof typeof ICONS;
  readonly title?: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  /** On phones the title alone is seen; the rest is only heard. */
  readonly brief?: boolean;
  /** An alert: screen readers announce it when it appears. */
  readonly urgent?: boolean;
}

/** A message box inside the page. */
export function Notice({ tone = 'info', title, children, action, brief = false, urgent = false }: Props) {
  return (
    <div
      className={`${styles['notice']} ${brief ? styles['brief'] : ''} ${tone === 'info' ? styles['info'] : tones[tone]}`}
      role={urgent ? 'alert' : undefined}
    >
      <div className={styles['message']}>
        <Icon name={ICONS[tone]} size={20} />
        <div>
          {title ? <p className={styles['title']}>{title}</p> : null}
          {children ? <p>{children}</p> : null}
        </div>
      </div>
      {action}
    </div>
  );
}
