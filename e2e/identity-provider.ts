import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Provider } from 'oidc-provider';
import { startServer } from './server.ts';

const PROVIDERS = path.resolve(import.meta.dirname, '../providers');
const CLIENT = { client_id: 'porchlight', client_secret: 'secret-of-the-portal' };
const EMAIL = (login: string): string => `${login}@utility.example`;

/** A server whose provider has an identity system of its own: oidc-provider, with its own pages to sign in on. */
export const startWithIdentityProvider = async () => {
  const issuer = createServer();
  await new Promise<void>((resolve) => {
    issuer.listen(0, '127.0.0.1', resolve);
  });
  const issuerUrl = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`;
  const providersDir = await mkdtemp(path.join(tmpdir(), 'porchlight-providers-'));
  await cp(PROVIDERS, providersDir, { recursive: true });
  const file = path.join(providersDir, 'sunvale/provider.json');
  const provider = JSON.parse(await readFile(file, 'utf8')) as object;
  const signOn = { issuer: issuerUrl, clientId: CLIENT.client_id, name: 'Sunvale ID' };
  await writeFile(file, JSON.stringify({ ...provider, signOn }));
  const server = await startServer({
    providersDir,
    settings: { SIGN_ON_SECRET_SUNVALE: CLIENT.client_secret, SIGN_ON_LOOPBACK: 'true' },
  });
  // Its client is known only now: the server has chosen its port.
  const identityProvider = new Provider(issuerUrl, {
    clients: [{ ...CLIENT, redirect_uris: [`${server.url}/api/auth/proxy/callback/sunvale`] }],
    claims: { openid: ['sub'], email: ['email'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['key-of-the-journey'] },
    pkce: { required: () => true },
    findAccount: (_context: unknown, login: string) => ({
      accountId: login,
      claims: () => ({ sub: login, email: EMAIL(login) }),
    }),
  });
  const answer = identityProvider.callback();
  let isDown = false;
  issuer.on('request', (request, response) => {
    if (isDown) response.destroy();
    else answer(request, response);
  });
  return {
    url: server.url,
    issuerUrl,
    /** From now on it breaks every connection off, or answers again. */
    setDown: (down: boolean) => {
      isDown = down;
    },
    close: async () => {
      issuer.closeAllConnections();
      await new Promise((resolve) => {
        issuer.close(resolve);
      });
      await server.shutDownAndDelete();
      await rm(providersDir, { recursive: true, force: true });
    },
  };
};
