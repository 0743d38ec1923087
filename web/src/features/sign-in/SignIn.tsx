import { useEffect } from 'react';
import { paths } from '#web/lib/routing/paths.ts';
import { useLocation } from '#web/lib/routing/router.ts';
import { clearMailLink, storedMailLink } from '#web/lib/browser/storage.ts';
import { SuccessScreen, ErrorScreen } from './ResultScreens.tsx';
import { MagicLinkScreen } from './MagicLinkScreen.tsx';
import { LinkHouseScreen } from './LinkHouseScreen.tsx';
import { Logon } from './Logon.tsx';
import { PasswordResetScreen } from './PasswordResetScreen.tsx';
import { SignOnScreen } from './SignOnScreen.tsx';
import { TotpScreen } from './TotpScreen.tsx';

/** The screen of each public path; the sign-in form by default. */
export function SignIn() {
  const { path, search } = useLocation();
  useEffect(() => {
    if (storedMailLink()?.path !== path) clearMailLink();
  }, [path]);
  switch (path) {
    case paths.totp:
      return <TotpScreen />;
    case paths.magicLink:
      return <MagicLinkScreen />;
    case paths.authProxy:
      return <SignOnScreen />;
    case paths.linkHouse:
      return <LinkHouseScreen />;
    case paths.passwordReset:
      return <PasswordResetScreen />;
    case paths.signInError:
      return <ErrorScreen code={search.get('code')} />;
    case paths.signedIn:
      return <SuccessScreen what={search.get('what')} />;
    default:
      return <Logon />;
  }
}
