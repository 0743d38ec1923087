import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { User } from '../entities/account.ts';
import { ProviderConfig } from '../entities/provider.ts';

const Pid = z.string().max(64).optional().meta({ description: 'ignored on a host bound to a provider' });

/** How every sign-in path ends: with a session, or with the next step to take. */
export const SignInAnswer = z.object({ token: z.string(), user: User });
export type SignInAnswer = z.infer<typeof SignInAnswer>;

export const auth = defineEndpoints({
  providerConfig: {
    method: 'GET',
    path: '/provider-config',
    summary: 'Brand, languages and switches of the provider of this visit',
    access: 'public',
    budget: 'read',
    repeat: 'safe',
    query: z.object({ pid: Pid }),
    response: ProviderConfig,
    errors: ['not_found'],
  },
  login: {
    method: 'POST',
    path: '/auth/login',
    summary: 'Sign in with e-mail and password',
    access: 'public',
    budget: 'sign-in',
    repeat: 'new-effect',
    query: z.object({ pid: Pid }),
    body: z.strictObject({ email: z.string().min(1).max(254), password: z.string().min(1).max(512) }),
    response: SignInAnswer,
    errors: ['login_failed', 'account_inactive', 'second_factor_unavailable', 'locked_out', 'not_found'],
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    summary: 'End this session on the server',
    access: 'session',
    budget: 'write',
    repeat: 'same-result',
    response: null,
  },
});
