import { useState } from 'react';
import type { User } from '#contract/entities/account.ts';
import { PersonContext } from '#web/api/identity.ts';
import { signOut } from '#web/api/session.ts';
import { FormerHomes } from '#web/features/account/household/FormerHomes.tsx';
import { OpeningJoin } from '#web/features/account/household/OpeningJoin.tsx';
import { Totp } from '#web/features/account/security/Totp.tsx';
import { boot } from '#web/lib/boot-state.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { Brand } from '#web/ui/page/Brand.tsx';
import { Footer } from '#web/ui/page/Footer.tsx';
import { LanguageButton } from '#web/ui/page/LanguageButton.tsx';
import { usePageHeading } from '#web/ui/page/page-heading.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { EmailText } from '#web/ui/text/EmailText.tsx';
import { SupportAddress } from '#web/ui/text/SupportAddress.tsx';
import styles from './NoHouse.module.css';

const noop = () => {};

interface Props {
  readonly user: User;
  readonly isChecking: boolean;
  readonly onCheck: () => void;
}

/** For an account that belongs to no home: it may be joining its first one. */
export function NoHouse({ user, isChecking, onCheck }: Props) {
  const t = useT();
  const { name, supportEmail } = boot().page.provider;
  const heading = usePageHeading(t('house.none'));
  const [isChecked, setIsChecked] = useState(false);
  return (
    <div className={styles['page']}>
      <main className={styles['card']}>
        <header>
          <Brand />
          <LanguageButton />
        </header>
        <h1 ref={heading} tabIndex={-1}>
          {t('house.none')}
        </h1>
        <p>{t('house.none.advice', { provider: name })}</p>
        <p className={styles['who']}>
          {t('house.none.who')}{' '}
          <strong>
            <EmailText email={user.email} />
          </strong>
        </p>
        <div className={styles['actions']}>
          <Button
            look="primary"
            busy={isChecking}
            onClick={() => {
              setIsChecked(true);
              onCheck();
            }}
          >
            {t('house.none.check')}
          </Button>
          <Button onClick={() => void signOut()}>{t('user.logout')}</Button>
        </div>
        <p className={styles['who']} role="status">
          {isChecked && !isChecking ? t('house.none.none') : null}
        </p>
        <p className={styles['who']}>
          {t('support.help')} <SupportAddress email={supportEmail} />
        </p>
        <PersonContext value={user}>
          <FormerHomes />
        </PersonContext>
        <OpeningJoin onShown={noop} onDone={noop} />
        {/* Whoever works for the provider has no home, and needs the codes. */}
        <PersonContext value={user}>
          <Totp onSetUp={noop} />
        </PersonContext>
      </main>
      <Footer />
    </div>
  );
}
