import * as oidc from 'openid-client';
import type { SignOn } from '#contract/entities/provider.ts';
import { MINUTE, SECOND } from '#domain/time/time.ts';
import type { Identity } from '../../db/tables/account.ts';
import type { Clock, TimeSources } from '../../lib/clock/clock.ts';
import { StartFailure } from '../../lib/start-failure.ts';
import type { Provider, Providers } from '../../providers/registry.ts';
import { createIssuerFetch, isAllowedAddress } from './issuer-fetch.ts';
import { SignOnFailure, failureOf } from './sign-on-failure.ts';

/** What binds an answer of the issuer to the question. */
export interface Checks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** The identity system of a provider. Both calls throw `SignOnFailure`. */
export interface Issuer {
  /** Where the browser signs in. */
  readonly authorizationUrl: (
    checks: Checks,
    asked: { readonly redirectUri: string; readonly language: string },
  ) => Promise<string>;
  /** Exchanges the code in the address that the browser came back to, and verifies who signed in. */
  readonly identify: (checks: Checks, returnedTo: URL) => Promise<Identity>;
}

/** The issuer of a provider; null: it has none. */
export type Issuers = (providerId: string) => Issuer | null;

interface Setup {
  readonly clock: Clock;
  readonly time: TimeSources;
  readonly fetch: typeof fetch;
  /** Allow issuers on this machine by plain http. */
  readonly loopback: boolean;
  readonly timeoutMs?: number;
}

/** Metadata of an issuer hardly ever change; a new address of theirs is known after so long. */
const METADATA_AGE = 5 * MINUTE;
/** How far an issuer's clock may be off. */
const CLOCK_TOLERANCE = 60 * SECOND;
/** A token is made when the code is exchanged, so it cannot be older. */
const TOKEN_AGE = 5 * MINUTE;
/** What OpenID Connect allows. The database refuses some of the others. */
const SUBJECT = /^[\x20-\x7E]{1,255}$/;
const MAX_EMAIL = 254;

const plainEmail = (email: unknown): string | null =>
  typeof email === 'string' && email.length <= MAX_EMAIL && /^[^\s\p{C}@<>]+@[^\s\p{C}@<>]+$/u.test(email)
    ? email
    : null;

const createIssuer = (
  { issuer, clientId, clientAuthentication }: SignOn,
  secret: string,
  { clock, time, fetch: doFetch, loopback, timeoutMs }: Setup,
): Issuer => {
  const server = new URL(issuer);
  const ask = createIssuerFetch(doFetch, { loopback, ...(timeoutMs === undefined ? {} : { timeoutMs }) });
  const authenticate =
    clientAuthentication === 'post' ? oidc.ClientSecretPost(secret) : oidc.ClientSecretBasic(secret);
  const extensions = [oidc.enableNonRepudiationChecks, ...(loopback ? [oidc.allowInsecureRequests] : [])];
  let known: { readonly metadata: oidc.ServerMetadata; readonly at: number } | null = null;

  const metadataOf = async (): Promise<oidc.ServerMetadata> => {
    const now = clock.now().getTime();
    if (known && Math.abs(now - known.at) < METADATA_AGE) return known.metadata;
    const discovered = await oidc.discovery(server, clientId, undefined, authenticate, {
      [oidc.customFetch]: ask as oidc.CustomFetch,
      execute: extensions,
    });
    // Without the functions that come with it.
    const metadata: oidc.ServerMetadata = { ...discovered.serverMetadata() };
    if (metadata.authorization_endpoint === undefined)
      throw new SignOnFailure('sign_on_unavailable', 'metadata');
    if (!isAllowedAddress(new URL(metadata.authorization_endpoint), { loopback })) {
      throw new SignOnFailure('sign_on_unavailable', 'metadata');
    }
    known = { metadata, at: now };
    return metadata;
  };

  /** A new one each time: it holds the keys that it has fetched, and keys may be replaced at any moment. */
  const configuration = async (): Promise<oidc.Configuration> => {
    const metadata = await metadataOf();
    const skew = Math.round((clock.now().getTime() - time.wall()) / SECOND);
    const client = { [oidc.clockSkew]: skew, [oidc.clockTolerance]: CLOCK_TOLERANCE / SECOND };
    const config = new oidc.Configuration(metadata, clientId, client, authenticate);
    config[oidc.customFetch] = ask as oidc.CustomFetch;
    for (const extend of extensions) extend(config);
    return config;
  };

  const withFailures = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      const failure = failureOf(error);
      // It may have moved.
      if (failure.code === 'sign_on_unavailable') known = null;
      throw failure;
    }
  };

  return {
    authorizationUrl: ({ state, nonce, verifier }, { redirectUri, language }) =>
      withFailures(async () => {
        const url = oidc.buildAuthorizationUrl(await configuration(), {
          redirect_uri: redirectUri,
          scope: 'openid email',
          state,
          nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ui_locales: language,
        });
        return url.href;
      }),

    identify: ({ state, nonce, verifier }, returnedTo) =>
      withFailures(async () => {
        const tokens = await oidc.authorizationCodeGrant(await configuration(), returnedTo, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        // An issuer for many tenants tells them apart by its name.
        if (!claims || new URL(claims.iss).href !== server.href)
          throw new SignOnFailure('sign_on_failed', 'issuer');
        // The audience may be several clients; this one names who asked for the token.
        if (claims.azp !== undefined && claims.azp !== clientId)
          throw new SignOnFailure('sign_on_failed', 'client');
        if (!SUBJECT.test(claims.sub)) throw new SignOnFailure('sign_on_failed', 'subject');
        const age = clock.now().getTime() - claims.iat * SECOND;
        if (age < -CLOCK_TOLERANCE || age > TOKEN_AGE) throw new SignOnFailure('sign_on_clock', 'iat');
        return { issuer: claims.iss, subject: claims.sub, email: plainEmail(claims['email']) };
      }),
  };
};

/** The name of the setting that holds the secret of a provider, without its beginning. */
const secretNameOf = (providerId: string): string => providerId.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_');

const issuerOf = (
  { id, file }: Provider,
  secrets: Readonly<Record<string, string>>,
  setup: Setup,
): Issuer | null => {
  const { signOn } = file;
  if (!signOn) return null;
  if (!isAllowedAddress(new URL(signOn.issuer), setup)) {
    throw new StartFailure(
      `The issuer ${signOn.issuer} of ${id} does not fit: an https address with the name of a host.`,
    );
  }
  const name = secretNameOf(id);
  const secret = secrets[name];
  if (secret === undefined) {
    throw new StartFailure(`The setting SIGN_ON_SECRET_${name} is missing, which goes with signOn of ${id}.`);
  }
  return createIssuer(signOn, secret, setup);
};

export const createIssuers = (
  providers: Providers,
  secrets: Readonly<Record<string, string>>,
  setup: Setup,
): Issuers => {
  const byProvider = new Map(
    providers.all.map((provider) => [provider.id, issuerOf(provider, secrets, setup)]),
  );
  return (providerId) => byProvider.get(providerId) ?? null;
};
