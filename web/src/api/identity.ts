import { createContext, use, useMemo } from 'react';
import type { User } from '#contract/entities/account.ts';
import { boot } from '../lib/boot-state.ts';
import { HouseContext } from './house-context.ts';
import { api, renewToken } from './session.ts';
import { errorMessage } from './error-messages.ts';

type Proof = { readonly password: string } | { readonly pin: string; readonly challenge: string };

const failed = (error: unknown) => ({ error: errorMessage(error) });

/** Who is signed in, where no home is shown. */
export const PersonContext = createContext<User | null>(null);

export const usePerson = (): User => {
  const person = use(PersonContext);
  const house = use(HouseContext);
  const user = person ?? house?.user;
  if (!user) throw new Error('usePerson outside of the signed-in app');
  return user;
};

/** What the dialog that confirms the identity of the signed-in person needs. */
export const useIdentity = () => {
  const user = usePerson();
  const { email } = user;
  const calls = useMemo(
    () => ({
      requestPin: (challenge: string | null) =>
        api.post('/auth/pin', { body: challenge === null ? { email } : { email, challenge } }).catch(failed),
      confirm: (proof: Proof) =>
        renewToken(() => api.post('/auth/confirm', { body: proof, renewsToken: true })).then(
          () => null,
          failed,
        ),
    }),
    [email],
  );
  return {
    email,
    hasPassword: user.hasPassword === true,
    pinDigits: boot().page.provider.emailPinDigits,
    calls,
  };
};
