import { useState } from 'react';
import { useT } from '#web/lib/i18n.ts';
import { reportFailure } from '#web/lib/report.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import styles from './Account.module.css';

interface Props {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}

/** Shown once, until the person says that they are kept. */
export function RecoveryCodes({ codes, onKept }: Props) {
  const t = useT();
  const [copied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setCopied(true),
      (error: unknown) => reportFailure('copying the recovery codes', error),
    );
  };
  return (
    <div className={styles['form']}>
      <Notice tone="warn" title={t('security.recovery.title')} urgent>
        {t('security.recovery.text')}
      </Notice>
      <ul className={styles['codes']} aria-label={t('security.recovery.title')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles['actions']}>
        <Button onClick={copy}>{t(copied ? 'security.recovery.copied' : 'security.recovery.copy')}</Button>
        <Button look="primary" onClick={onKept}>
          {t('security.recovery.kept')}
        </Button>
      </div>
    </div>
  );
}
