import { useEffect } from 'react';
import { paths } from '#web/lib/paths.ts';
import { useLocation } from '#web/lib/router.ts';
import { clearMailLink, storedMailLink } from '#web/lib/storage.ts';
import { DoneScreen, EndScreen } from './ResultScreens.tsx';
import { LinkScreen } from './MagicLinkScreen.tsx';
import { Logon } from './Logon.tsx';
import { ResetScreen } from './PasswordResetScreen.tsx';
import { SecondStep } from './TotpScreen.tsx';

/** The screen of each public path; those of others are the first step. */
export function SignIn() {
  const { path, search } = useLocation();
  useEffect(() => {
    if (storedMailLink()?.path !== path) clearMailLink();
  }, [path]);
  switch (path) {
    case paths.totp:
      return <SecondStep />;
    case paths.magicLink:
      return <LinkScreen />;
    case paths.passwordReset:
      return <ResetScreen />;
    case paths.signInError:
      return <EndScreen code={search.get('code')} />;
    case paths.signedIn:
      return <DoneScreen what={search.get('what')} />;
    default:
      return <Logon />;
  }
}
