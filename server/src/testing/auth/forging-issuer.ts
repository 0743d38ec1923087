import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT, exportJWK, generateKeyPair } from 'jose';
import type { JWTPayload } from 'jose';
import { SECOND } from '#domain/time/time.ts';
import type { Clock } from '../../lib/clock/clock.ts';
import { CLIENT_ID, CLIENT_SECRET } from './issuers.ts';

interface Grant {
  readonly nonce: string;
  readonly codeChallenge: string;
  readonly redirectUri: string;
}

/** What the next answers have wrong. */
interface Forgery {
  readonly claims?: JWTPayload;
  /** Signed with a key that the issuer does not publish, under the name of one that it does. */
  readonly strangeKey?: boolean;
  readonly trouble?: 'refuses' | 'error 500' | 'never answers' | 'no JSON' | 'redirects';
}

const newKey = async (kid: string) => {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' } };
};

const readBody = async (request: IncomingMessage): Promise<URLSearchParams> => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return new URLSearchParams(text);
};

/** An issuer on this machine that can be told to lie. Whoever asks is `subject`, without a page to sign in on. */
export const startForgingIssuer = async (clock: Clock) => {
  let key = await newKey('first');
  const strange = await newKey('first');
  let forgery: Forgery = {};
  let subject = 'subject-1';
  const grants = new Map<string, Grant>();
  const calls: string[] = [];
  let count = 0;
  const next = (name: string): string => {
    count += 1;
    return `${name}-${count}`;
  };
  let origin = '';

  const idToken = async ({ nonce }: Grant): Promise<string> => {
    const now = Math.floor(clock.now().getTime() / SECOND);
    const email = 'owner@home.example';
    const claims = { iss: origin, sub: subject, aud: CLIENT_ID, iat: now, exp: now + 300, nonce, email };
    return new SignJWT({ ...claims, ...forgery.claims })
      .setProtectedHeader({ alg: 'ES256', kid: key.kid })
      .sign(forgery.strangeKey ? strange.privateKey : key.privateKey);
  };

  const answerToken = async (request: IncomingMessage): Promise<[number, object]> => {
    const body = await readBody(request);
    const [, basic = ''] = request.headers.authorization?.split('Basic ') ?? [];
    const client = decodeURIComponent(Buffer.from(basic, 'base64').toString());
    if (client !== `${CLIENT_ID}:${CLIENT_SECRET}`) return [401, { error: 'invalid_client' }];
    const grant = grants.get(body.get('code') ?? '');
    grants.delete(body.get('code') ?? '');
    const verifier = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    if (!grant || grant.codeChallenge !== verifier || grant.redirectUri !== body.get('redirect_uri')) {
      return [400, { error: 'invalid_grant' }];
    }
    return [200, { access_token: 'access', token_type: 'Bearer', id_token: await idToken(grant) }];
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '';
    calls.push(path);
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (forgery.trouble === 'never answers') return;
    if (forgery.trouble === 'error 500') send(500, {});
    else if (forgery.trouble === 'no JSON')
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>');
    else if (forgery.trouble === 'redirects')
      response.writeHead(302, { location: `${origin}/elsewhere` }).end();
    else if (path === '/.well-known/openid-configuration') {
      send(200, {
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        jwks_uri: `${origin}/jwks`,
        authorization_response_iss_parameter_supported: true,
        id_token_signing_alg_values_supported: ['ES256'],
      });
    } else if (path === '/jwks') send(200, { keys: [key.jwk] });
    else if (path === '/token') send(...(await answerToken(request)));
    else send(404, {});
  };

  const server = createServer((request, response) => {
    if (forgery.trouble === 'refuses') request.socket.destroy();
    else void answer(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url: origin,
    calls,
    forge: (wanted: Forgery) => {
      forgery = wanted;
    },
    becomeSubject: (wanted: string) => {
      subject = wanted;
    },
    rotateKeys: async () => {
      key = await newKey(next('key'));
    },
    /** As if the person had signed in on its page: the query of the address that the browser is sent back to. */
    authorize: (location: string): URLSearchParams => {
      const query = new URL(location).searchParams;
      const code = next(`code-of-${origin}`);
      grants.set(code, {
        nonce: query.get('nonce') ?? '',
        codeChallenge: query.get('code_challenge') ?? '',
        redirectUri: query.get('redirect_uri') ?? '',
      });
      return new URLSearchParams({ code, state: query.get('state') ?? '', iss: origin });
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
};

export type ForgingIssuer = Awaited<ReturnType<typeof startForgingIssuer>>;
