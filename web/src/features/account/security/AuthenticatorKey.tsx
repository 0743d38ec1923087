import { useState } from 'react';
import type { Ref } from 'react';
import { useMediaQuery } from '#web/lib/browser/media-query.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { logFailure } from '#web/lib/feedback/log-failure.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { lazyPart } from '#web/ui/container/LazyPart.tsx';
import { Skeleton } from '#web/ui/container/Skeleton.tsx';
import { TextLink } from '#web/ui/text/TextLink.tsx';
import accountStyles from '../Account.module.css';
import styles from './Security.module.css';

export interface Enrolment {
  readonly secret: string;
  /** otpauth: opens an authenticator app on the same device. */
  readonly uri: string;
}

function QrWaiting() {
  const t = useT();
  return <Skeleton height="12rem" label={t('state.loading')} />;
}
const QrCode = lazyPart(async () => (await import('./QrCode.tsx')).QrCode, QrWaiting);

/** Groups of four letters on a line. */
const LINE = 4;

interface Props extends Enrolment {
  /** Gets the focus when the key appears. */
  readonly focusRef: Ref<HTMLParagraphElement>;
}

/** The key for an authenticator app: to scan with another device, to open in an app of this one, or to copy. */
export function AuthenticatorKey({ secret, uri, focusRef }: Props) {
  const t = useT();
  const [isCopied, setIsCopied] = useState(false);
  const groups = secret.match(/.{1,4}/g) ?? [];
  const copy = () => {
    navigator.clipboard.writeText(secret).then(
      () => setIsCopied(true),
      (error: unknown) => logFailure('copying the key', error),
    );
  };
  const isPhone = useMediaQuery('(width < 768px)');
  const code = <QrCode text={uri} label={t('security.totp.qr')} />;
  return (
    <div className={styles['authenticator']}>
      {isPhone ? null : code}
      <div className={styles['key-ways']}>
        <p ref={focusRef} tabIndex={-1}>
          {t(isPhone ? 'security.totp.add' : 'security.totp.scan')}
        </p>
        {isPhone ? (
          <a className={styles['open']} href={uri}>
            {t('security.totp.open')}
          </a>
        ) : (
          <p>
            <TextLink href={uri}>{t('security.totp.open')}</TextLink>
          </p>
        )}
        <div>
          <p className={accountStyles['hint']}>{t('security.totp.key')}</p>
          <p>
            <code className={styles['key']}>
              <span>{groups.slice(0, LINE).join(' ')}</span> <span>{groups.slice(LINE).join(' ')}</span>
            </code>
          </p>
        </div>
        <div>
          <Button onClick={copy}>{t(isCopied ? 'security.recovery.copied' : 'security.totp.copy')}</Button>
        </div>
        {/* A phone cannot scan itself. */}
        {isPhone ? (
          <div>
            <p className={accountStyles['hint']}>{t('security.totp.scanOther')}</p>
            {code}
          </div>
        ) : null}
      </div>
    </div>
  );
}
