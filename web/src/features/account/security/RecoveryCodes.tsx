import { useState } from 'react';
import type { Ref } from 'react';
import { boot } from '#web/lib/boot-state.ts';
import { usePerson } from '#web/api/identity.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { logFailure } from '#web/lib/feedback/log-failure.ts';
import { saveFile } from '#web/lib/browser/save-file.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { Notice } from '#web/ui/text/Notice.tsx';
import { useUnsaved } from '#web/ui/form/unsaved.ts';
import accountStyles from '../Account.module.css';
import styles from './Security.module.css';

interface Props {
  readonly codes: readonly string[];
  /** Gets the focus when the codes appear. */
  readonly focusRef: Ref<HTMLDivElement>;
  readonly onKept: () => void;
}

/** Shown once, until the person confirms having saved them. */
export function RecoveryCodes({ codes, focusRef, onKept }: Props) {
  const t = useT();
  const user = usePerson();
  const [copied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setCopied(true),
      (error: unknown) => logFailure('copying the recovery codes', error),
    );
  };
  // Other screens of the app keep the codes.
  useUnsaved(true, () => true);
  const download = () => {
    const title = t('security.recovery.file', { provider: boot().page.provider.name, email: user.email });
    saveFile('recovery-codes.txt', [title, '', ...codes, ''].join('\r\n'));
  };
  return (
    <div ref={focusRef} tabIndex={-1} className={`${accountStyles['form']} ${styles['shown-once']}`}>
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
      <div className={accountStyles['actions']}>
        <Button onClick={copy}>{t(copied ? 'security.recovery.copied' : 'security.recovery.copy')}</Button>
        <Button onClick={download}>{t('security.recovery.download')}</Button>
        <Button look="primary" onClick={onKept}>
          {t('security.recovery.kept')}
        </Button>
      </div>
    </div>
  );
}
