import { useState } from 'react';
import { PasswordForm } from './PasswordForm.tsx';
import { ProviderAccess } from '../household/ProviderAccess.tsx';
import { Sessions } from './Sessions.tsx';
import { Totp } from './Totp.tsx';

export function Security() {
  const [isBeingSetUp, setIsBeingSetUp] = useState(false);
  const password = <PasswordForm key="password" />;
  const totp = <Totp key="totp" onSetUp={setIsBeingSetUp} />;
  return (
    <>
      {/* What is being set up stands first. */}
      {isBeingSetUp ? [totp, password] : [password, totp]}
      <Sessions />
      <ProviderAccess />
    </>
  );
}
