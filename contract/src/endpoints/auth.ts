import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { HouseAccess, Language, User } from '../entities/account.ts';
import { InvitedBy } from '../entities/household.ts';
import { ProgramName } from '../entities/program.ts';
import { ProviderConfig } from '../entities/provider.ts';
import { AgreedTerms, Terms } from '../entities/terms.ts';

const Pid = z.string().max(64).optional().meta({ description: 'ignored on a host bound to a provider' });
const Visit = z.object({ pid: Pid });
const Email = z.string().min(1).max(254);
/** A secret of 32 random bytes in text form; other lengths are accepted here and found nowhere. */
const Secret = z.string().min(1).max(128);
const Password = z.string().min(1).max(512);
const PersonName = z.string().trim().min(1).max(100);
const Code = z.string().min(1).max(32);
const Agreed = AgreedTerms.optional().meta({ description: 'must, where the provider has terms' });

export const SignedIn = z.object({ token: z.string(), user: User });
export type SignedIn = z.infer<typeof SignedIn>;

/** How every sign-in path ends: with a session, or with the next step to take. */
export const SignInAnswer = z.union([
  SignedIn,
  z.object({ next: z.literal('totp'), challenge: z.string() }).meta({ description: 'a code is asked for' }),
]);
export type SignInAnswer = z.infer<typeof SignInAnswer>;

/** How a provider sign-on ends: as any sign-in, or with the question whose account it is. */
export const SignOnAnswer = z.union([
  ...SignInAnswer.options,
  z
    .object({ next: z.literal('link'), challenge: z.string(), email: z.string().nullable() })
    .meta({ description: 'nobody is linked yet: sign in once by other means, then link' }),
]);
export type SignOnAnswer = z.infer<typeof SignOnAnswer>;

/** The new token of the session after the person proved who they are; the old one is invalid. */
export const Renewed = z.object({ token: z.string() });
export type Renewed = z.infer<typeof Renewed>;

/** The same for every address, known or not. */
const ChallengeAnswer = z.object({
  challenge: z.string().meta({ description: 'kept by the browser that asked; only it can finish' }),
});

const MailChallengeRequest = z.strictObject({
  email: Email,
  challenge: Secret.optional().meta({
    description: 'of the request before: past the limit of mails it stays the one that counts',
  }),
});

const publicCall = { access: 'public', budget: 'sign-in', repeat: 'new-effect', query: Visit } as const;

export const auth = defineEndpoints({
  providerConfig: {
    method: 'GET',
    path: '/provider-config',
    summary: 'Brand, languages and switches of the provider of this visit',
    access: 'public',
    budget: 'read',
    repeat: 'safe',
    query: Visit,
    response: ProviderConfig,
    errors: ['not_found'],
  },
  terms: {
    method: 'GET',
    path: '/auth/terms',
    summary:
      'Terms of use and privacy notice in force, in the language that is asked for or the first one of the provider',
    access: 'public',
    budget: 'read',
    repeat: 'safe',
    query: Visit.extend({ language: Language.optional() }),
    response: Terms,
    errors: ['not_found'],
  },
  login: {
    ...publicCall,
    method: 'POST',
    path: '/auth/login',
    summary: 'Sign in with e-mail and password',
    body: z.strictObject({ email: Email, password: Password }),
    response: SignInAnswer,
    errors: ['login_failed', 'account_inactive', 'locked_out', 'not_found'],
  },
  totp: {
    ...publicCall,
    method: 'POST',
    path: '/auth/totp',
    summary: 'Second step: a code of the authenticator app, or a recovery code',
    body: z.strictObject({ challenge: Secret, code: Code }),
    response: SignedIn,
    errors: ['login_failed', 'account_inactive', 'code_expired', 'locked_out', 'not_found'],
  },
  askPin: {
    ...publicCall,
    method: 'POST',
    path: '/auth/pin',
    summary: 'Have a PIN sent by e-mail',
    body: MailChallengeRequest,
    response: ChallengeAnswer,
    status: 202,
    errors: ['use_link', 'not_found'],
  },
  pin: {
    ...publicCall,
    method: 'PUT',
    path: '/auth/pin',
    summary: 'Sign in with the PIN',
    body: z.strictObject({ challenge: Secret, pin: Code }),
    response: SignInAnswer,
    errors: ['login_failed', 'account_inactive', 'code_expired', 'use_link', 'locked_out', 'not_found'],
  },
  askLink: {
    ...publicCall,
    method: 'POST',
    path: '/auth/magic-link',
    summary: 'Have a sign-in link sent by e-mail',
    body: MailChallengeRequest,
    response: ChallengeAnswer,
    status: 202,
    errors: ['not_found'],
  },
  link: {
    ...publicCall,
    method: 'PUT',
    path: '/auth/magic-link',
    summary: 'Sign in with the link, in the browser that asked for it',
    body: z.strictObject({ challenge: Secret, token: Secret }),
    response: SignInAnswer,
    errors: ['login_failed', 'link_expired', 'account_inactive', 'not_found'],
  },
  checkLink: {
    ...publicCall,
    method: 'POST',
    path: '/auth/magic-link/check',
    summary: 'Whether a sign-in link is neither used nor expired; it stays as it is',
    repeat: 'same-result',
    body: z.strictObject({ token: Secret }),
    response: null,
    errors: ['link_expired', 'not_found'],
  },
  askReset: {
    ...publicCall,
    method: 'POST',
    path: '/auth/password-reset',
    summary: 'Have a link to set a new password sent by e-mail',
    body: z.strictObject({ email: Email }),
    response: z.object({}),
    status: 202,
    errors: ['not_found'],
  },
  checkReset: {
    ...publicCall,
    method: 'POST',
    path: '/auth/password-reset/check',
    summary: 'Whether a link to set a new password can be used; it stays as it is',
    repeat: 'same-result',
    body: z.strictObject({ token: Secret }),
    response: null,
    errors: ['link_expired', 'account_inactive', 'not_found'],
  },
  reset: {
    ...publicCall,
    method: 'PUT',
    path: '/auth/password-reset',
    summary: 'Set a new password; signs nobody in',
    body: z.strictObject({ token: Secret, newPassword: Password }),
    response: null,
    errors: ['link_expired', 'account_inactive', 'password_rejected', 'not_found'],
  },
  startSignOn: {
    ...publicCall,
    method: 'POST',
    path: '/auth/proxy/start',
    summary: 'Begin a sign-in at the identity system of the provider (OpenID Connect)',
    body: z.strictObject({}),
    response: z.object({ location: z.url().meta({ description: 'where the browser goes to sign in' }) }),
    errors: ['sign_on_unavailable', 'not_found'],
  },
  finishSignOn: {
    ...publicCall,
    method: 'POST',
    path: '/auth/proxy/finish',
    summary: 'Sign in with the one-time code of a provider sign-on, in the browser that began it',
    body: z.strictObject({ code: Secret }),
    response: SignOnAnswer,
    errors: ['sign_on_expired', 'login_failed', 'account_inactive', 'not_found'],
  },
  linkSignOn: {
    method: 'POST',
    path: '/auth/proxy/link',
    summary: 'Link the account of this session with who signed in at the provider',
    access: 'session',
    budget: 'write',
    repeat: 'new-effect',
    body: z.strictObject({ challenge: Secret }),
    response: null,
    errors: ['sign_on_expired', 'confirm_identity', 'not_found'],
  },
  invitation: {
    ...publicCall,
    method: 'POST',
    path: '/auth/invitation',
    summary: 'What an invitation is for; its code is in the mail',
    repeat: 'safe',
    body: z.strictObject({ code: Secret }),
    response: z.object({
      address: z.string(),
      email: z.string(),
      access: HouseAccess,
      invitedBy: InvitedBy,
      programs: z.array(ProgramName).meta({ description: 'that wait for the agreement of an owner' }),
    }),
    errors: ['invitation_expired', 'invitation_replaced', 'invitation_used', 'not_found'],
  },
  register: {
    ...publicCall,
    method: 'POST',
    path: '/auth/register',
    summary: 'Make an account with an invitation, for the address that it was sent to, and sign in',
    body: z.strictObject({
      code: Secret,
      email: Email,
      firstName: PersonName,
      lastName: PersonName,
      password: Password,
      agreed: Agreed,
    }),
    response: SignedIn,
    errors: [
      'invitation_expired',
      'invitation_replaced',
      'invitation_used',
      'terms_not_agreed',
      'email_not_invited',
      'account_exists',
      'password_rejected',
      'name_invalid',
      'name_unlikely',
      'not_found',
    ],
  },
  linkHouse: {
    method: 'POST',
    path: '/auth/link-house',
    summary: 'Join the household of an invitation',
    access: 'session',
    budget: 'write',
    repeat: 'same-result',
    body: z.strictObject({ code: Secret, agreed: Agreed }),
    response: User,
    errors: [
      'invitation_expired',
      'invitation_replaced',
      'invitation_used',
      'terms_not_agreed',
      'already_member',
      'not_found',
    ],
  },
  confirm: {
    method: 'POST',
    path: '/auth/confirm',
    summary: 'Prove once more who you are; good for ten minutes',
    access: 'session',
    budget: 'write',
    repeat: 'new-effect',
    body: z.strictObject({
      password: Password.optional(),
      totp: Code.optional(),
      pin: Code.optional(),
      challenge: Secret.optional().meta({ description: 'with a PIN: from POST /auth/pin' }),
    }),
    response: Renewed,
    errors: ['code_incorrect', 'password_mismatch', 'code_expired', 'use_link', 'locked_out', 'not_found'],
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    summary: 'End this session on the server',
    access: 'session',
    // It ends the session it is called with, so it cannot be repeated, and must always be possible.
    budget: 'free',
    repeat: 'same-result',
    shed: 'last',
    response: null,
  },
});
