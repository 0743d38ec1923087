import { generateKeyPairSync, sign } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Provider } from 'oidc-provider';
import { startServer } from '../support/server.ts';

const PROVIDERS = path.resolve(import.meta.dirname, '../../providers');
const CLIENT = { client_id: 'porchlight', client_secret: 'secret-of-the-portal' };
const KEY_ID = 'key-of-the-journey';

type Claims = Readonly<Record<string, unknown>>;
/** What leaves the identity system otherwise than it made it: claims or signature of tokens, parameters of the answer that the browser brings. */
export interface Forgery {
  readonly claims?: Claims;
  readonly signature?: string;
  readonly answer?: Readonly<Record<string, string>>;
}

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signs with the identity system's own key, so that the signature of a forged token is right unless it is forged itself. */
const createForger = () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const forge = (token: string, { claims, signature }: Forgery): string => {
    const [header = '', body = '', realSignature = ''] = token.split('.');
    if (signature) return `${header}.${body}.${signature}${realSignature.slice(signature.length)}`;
    const made = JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims;
    const input = `${header}.${encoded({ ...made, ...claims })}`;
    return `${input}.${sign('RSA-SHA256', Buffer.from(input), privateKey).toString('base64url')}`;
  };
  const jwk = { ...privateKey.export({ format: 'jwk' }), kid: KEY_ID, alg: 'RS256', use: 'sig' };
  return { forge, jwk };
};

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
  const redirectUri = `${server.url}/api/auth/proxy/callback/sunvale`;
  const { forge, jwk } = createForger();
  let forgery: Forgery = {};
  const identityProvider = new Provider(issuerUrl, {
    jwks: { keys: [jwk] },
    clients: [{ ...CLIENT, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['key-of-the-journey'] },
    pkce: { required: () => true },
    findAccount: (_context: unknown, login: string) => ({
      accountId: login,
      claims: () => ({ sub: login, email: EMAIL(login) }),
    }),
  });
  identityProvider.use(async (context, next) => {
    await next();
    const { body } = context;
    if (context.path === '/token' && body?.id_token) body.id_token = forge(body.id_token, forgery);
    const target = context.response.get('location');
    if (!target?.startsWith(redirectUri) || !forgery.answer) return;
    const url = new URL(target);
    for (const [name, value] of Object.entries(forgery.answer)) url.searchParams.set(name, value);
    context.set('location', url.href);
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
    /** Of all that it sends from now on. */
    setForgery: (next: Forgery) => {
      forgery = next;
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
