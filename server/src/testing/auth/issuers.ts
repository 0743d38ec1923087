import type { SignOn } from '#contract/entities/provider.ts';
import { createIssuers } from '../../auth/sign-on/issuer.ts';
import type { Issuers } from '../../auth/sign-on/issuer.ts';
import type { Clock } from '../../lib/clock/clock.ts';
import { systemTime } from '../../lib/clock/clock.ts';
import { readProviders } from '../../providers/registry.ts';
import type { Providers } from '../../providers/registry.ts';

export const CLIENT_ID = 'porchlight';
export const CLIENT_SECRET = 'secret-of-the-portal';

/** What a provider's file says of its issuer; null: it has none. */
export interface TestIssuers {
  readonly of: (providerId: string) => Partial<SignOn> | null;
  readonly fetch?: typeof fetch;
  readonly loopback?: boolean;
  readonly timeoutMs?: number;
}

const endpointsOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
});

/** Tells where to sign in, and nothing else. */
const metadataOnly: typeof fetch = async (address) => {
  const { origin, pathname } = new URL(address instanceof Request ? address.url : address);
  if (pathname !== '/.well-known/openid-configuration') return new Response(null, { status: 404 });
  return Response.json(endpointsOf(origin));
};

const UNUSED: TestIssuers = {
  of: (providerId) => ({ issuer: `https://id.${providerId}.example` }),
  fetch: metadataOnly,
};

export const issuersFor = (
  clock: Clock,
  given: TestIssuers = UNUSED,
  folder?: string,
): { readonly providers: Providers; readonly issuers: Issuers } => {
  const providers = readProviders(folder, (id, file) => {
    const signOn = given.of(id);
    if (!signOn) return file;
    const defaults = { issuer: '', clientId: CLIENT_ID, clientAuthentication: 'basic' } as const;
    return { ...file, signOn: { ...defaults, ...signOn } };
  });
  const secrets = Object.fromEntries(providers.all.map(({ id }) => [id.toUpperCase(), CLIENT_SECRET]));
  const { loopback = false, timeoutMs } = given;
  const setup = { clock, time: systemTime, fetch: given.fetch ?? fetch, loopback };
  return {
    providers,
    issuers: createIssuers(providers, secrets, timeoutMs === undefined ? setup : { ...setup, timeoutMs }),
  };
};
