import { Failure } from './failure.ts';

/** A refusal of the server, in its words. */
export class Refusal extends Failure {
  readonly code: string;

  constructor(code: string, title: string, detail: string | null) {
    super(detail === null ? title : `${title} (${detail})`);
    this.code = code;
  }
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

interface Call {
  readonly method: Method;
  readonly path: string;
  readonly token?: string | undefined;
  /** A file is sent as it is, all else as JSON. */
  readonly body?: object | undefined;
  readonly key?: string | undefined;
}

const isLoopback = (host: string): boolean => /^(?:127\.|localhost$|\[::1\]$)/.test(host);

/** Refuses addresses at which password and token could be read on the way. */
export const serverAddress = (given: string): string => {
  if (!URL.canParse(given)) throw new Failure(`${given} is no address, such as https://portal.example.`);
  const { protocol, hostname, origin } = new URL(given);
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) return origin;
  throw new Failure(`${given}: other machines are spoken to by https only.`);
};

const send = async (url: string, { method, path, token, body, key }: Call): Promise<Response> => {
  const request = () =>
    fetch(`${url}/api${path}`, {
      method,
      // A redirect could lead anywhere.
      redirect: 'error',
      headers: {
        'accept-language': 'en',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined
          ? {}
          : { 'content-type': body instanceof Blob ? 'text/csv' : 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
    });
  // With a key a second try has no second effect, should the first have arrived.
  return key === undefined ? request() : request().catch(request);
};

/** Calls the API and returns the body of the answer. */
export const callServer = async <T>(url: string, call: Call): Promise<T> => {
  const answer = await send(url, call).catch((error: unknown) => {
    const { cause, message } = error as Error & { readonly cause?: { readonly code?: string } };
    throw new Failure(`The server at ${url} cannot be reached: ${cause?.code ?? message}.`);
  });
  const type = answer.headers.get('content-type') ?? '';
  const text = await answer.text();
  if (answer.ok) return (text === '' ? null : JSON.parse(text)) as T;
  if (!type.startsWith('application/problem+json')) {
    throw new Failure(`The server at ${url} answered ${answer.status}: is it Porchlight?`);
  }
  const { code, title, detail } = JSON.parse(text) as { code: string; title: string; detail: string | null };
  throw new Refusal(code, title, detail);
};
