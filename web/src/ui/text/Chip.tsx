import type { ReactNode } from 'react';
import { Icon } from '../icon/icons.tsx';
import type { IconName } from '../icon/icons.tsx';
import styles from './Chip.module.css';
import tones from '../theme/tones.module.css';

interface Props {
  readonly icon?: IconName | undefined;
  readonly tone?: 'plain' | 'heat' | 'cool' | 'ok' | 'warn' | 'danger' | 'event';
  readonly children: ReactNode;
}

/** A short label with an icon and a tone. */
export function Chip({ icon, tone = 'plain', children }: Props) {
  return (
    <span className={`${styles['chip']} ${tone === 'plain' ? styles['plain'] : tones[tone]}`}>
      {icon ? <Icon name={icon} size={16} /> : null}
      {children}
    </span>
  );
}
