import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { callServer, Refusal, serverAddress } from './api.ts';
import type { Method } from './api.ts';
import { Failure } from './failure.ts';
import type { Options } from './options.ts';
import type { Prompts } from './prompts.ts';
import type { TokenFile } from './token-file.ts';

const DEFAULT_URL = 'http://127.0.0.1:8080';

interface Deps {
  /** Tells a person how far a command is. */
  readonly note: (text: string) => void;
  readonly options: Options;
  readonly env: NodeJS.ProcessEnv;
  readonly prompts: Prompts;
  readonly tokenFile: TokenFile;
}

type SignInAnswer = { readonly token: string } | { readonly next: 'totp'; readonly challenge: string };

const readPasswordFile = (file: string): string => {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new Failure(`The password file cannot be read: ${(error as Error).message}`);
  }
};

/** Calls that a second try must not carry out twice. */
const ONCE = /^\/operator\/(event|message|inbox\/[^/]+\/answer)$/;

/** Signs in, keeps the session, and makes calls with it. */
export const createSession = ({ options, env, prompts, tokenFile, note }: Deps) => {
  const passwordFor = async (question: string): Promise<string> => {
    const file = options['password-file'];
    if (file !== undefined) return readPasswordFile(file);
    return env['PORCHLIGHT_PASSWORD'] || prompts.ask(question, { hidden: true });
  };

  const signIn = async (url: string, email: string): Promise<string> => {
    const query = options.pid === undefined ? '' : `?pid=${encodeURIComponent(options.pid)}`;
    const password = await passwordFor('Password: ');
    const body = { email, password };
    const first = await callServer<SignInAnswer>(url, { method: 'POST', path: `/auth/login${query}`, body });
    if ('token' in first) return first.token;
    const code = await prompts.ask('Two-factor code: ', { hidden: false });
    const second = { challenge: first.challenge, code };
    return (
      await callServer<{ token: string }>(url, { method: 'POST', path: `/auth/totp${query}`, body: second })
    ).token;
  };

  const login = async (): Promise<string> => {
    const url = serverAddress(options.url ?? env['PORCHLIGHT_URL'] ?? DEFAULT_URL);
    const email = options.email ?? (await prompts.ask('E-mail: ', { hidden: false }));
    const token = await signIn(url, email);
    // Whoever is no operator is told now, and leaves no session behind.
    await callServer(url, { method: 'GET', path: '/operator/program', token }).catch(
      async (error: unknown) => {
        await callServer(url, { method: 'POST', path: '/auth/logout', token });
        const isStranger = error instanceof Refusal && error.code === 'not_found';
        throw isStranger ? new Failure(`${email} is no operator.`) : error;
      },
    );
    tokenFile.write(url, token);
    return url;
  };

  const signedIn = () => {
    const session = tokenFile.read();
    if (!session) throw new Failure('You are not signed in: npm run operator -- login --email <address>');
    // A token goes to the server that gave it, and to no other.
    if (options.url !== undefined && serverAddress(options.url) !== session.url) {
      throw new Failure(`You are signed in at ${session.url}: sign in at ${options.url} first.`);
    }
    return session;
  };

  const logout = async (): Promise<void> => {
    const session = tokenFile.read();
    tokenFile.delete();
    if (session)
      await callServer(session.url, { method: 'POST', path: '/auth/logout', token: session.token });
  };

  const confirm = async (): Promise<void> => {
    const { url, token, expiresAt } = signedIn();
    const password = await passwordFor('Please confirm that it is you. Password: ');
    const call = { method: 'POST', path: '/auth/confirm', token, body: { password } } as const;
    const renewed = await callServer<{ token: string }>(url, call);
    tokenFile.write(url, renewed.token, expiresAt);
  };

  const call = async <T>(method: Method, path: string, body?: object): Promise<T> => {
    const isOnce = ONCE.test(path);
    const key = isOnce && method === 'POST' ? randomUUID() : undefined;
    const send = () => {
      const { url, token } = signedIn();
      return callServer<T>(url, { method, path, token, body, key });
    };
    return send().catch(async (error: unknown) => {
      if (error instanceof Refusal && error.code === 'confirm_identity') {
        await confirm();
        return send();
      }
      if (error instanceof Refusal && error.code === 'session_expired') tokenFile.delete();
      throw error;
    });
  };

  const ask = (question: string): Promise<string> => prompts.ask(question, { hidden: false });

  return { login, logout, call, ask, note };
};

export type OperatorSession = ReturnType<typeof createSession>;
