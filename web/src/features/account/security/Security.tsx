import { PasswordForm } from './PasswordForm.tsx';
import { ProviderAccess } from '../household/ProviderAccess.tsx';
import { Sessions } from './Sessions.tsx';
import { Totp } from './Totp.tsx';

export function Security() {
  return (
    <>
      <PasswordForm />
      <Totp />
      <Sessions />
      <ProviderAccess />
    </>
  );
}
