import type { Answer, Body, Endpoint, Params } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/endpoints/index.ts';
import type { Problem } from '#contract/entities/problem.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { SECOND } from '#domain/time/durations.ts';
import type { z } from 'zod';

type Values<T> = T[keyof T];
type AnyEndpoint = { [Area in keyof Endpoints]: Values<Endpoints[Area]> }[keyof Endpoints];
type PathOf<M extends Endpoint['method']> = Extract<AnyEndpoint, { method: M }>['path'];
type At<M extends Endpoint['method'], P> = Extract<AnyEndpoint, { method: M; path: P }>;

type Part<Name extends string, Value> = [Value] extends [never] ? unknown : { readonly [N in Name]: Value };
type QueryOf<E> = E extends { query: infer Q extends z.ZodType }
  ? { readonly query?: { readonly [K in keyof z.input<Q>]?: string | boolean | undefined } }
  : unknown;
type ParamsOf<E extends Endpoint> = keyof Params<E> extends never ? unknown : Part<'params', Params<E>>;
type BodyOf<E extends Endpoint> = Body<E> extends undefined ? unknown : Part<'body', Body<E>>;

export type Options<E extends Endpoint> = ParamsOf<E> &
  QueryOf<E> &
  BodyOf<E> & {
    readonly headers?: Readonly<Record<string, string>>;
    readonly signal?: AbortSignal;
    /** The request goes on when the page is closed (fetch option). */
    readonly keepalive?: boolean;
    /** Reads an answer that is a file, such as to tell how much of it has arrived. */
    readonly readFile?: (answer: Response) => Promise<Blob>;
    /** The answer carries a new token, so a 401 must not wait for `tokenRenewal`, which waits for this call. */
    readonly renewsToken?: boolean;
  };

interface LooseOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | boolean | undefined>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly keepalive?: boolean;
  readonly readFile?: (answer: Response) => Promise<Blob>;
  readonly renewsToken?: boolean;
}

/** An error answer of the server; code `network`: no answer; `blocked`: not sent after repeated refusals. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | 'network' | 'blocked';
  readonly detail: string | null;
  readonly deviceId: string | null;

  constructor(status: number, code: ApiError['code'], message: string, problem?: Partial<Problem>) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.detail = problem?.detail ?? null;
    this.deviceId = problem?.deviceId ?? null;
  }
}

interface Deps {
  readonly fetch: typeof fetch;
  readonly token: () => string | null;
  readonly language: () => string;
  /** Provider of calls without a token; the server ignores it on a host bound to a provider. */
  readonly pid: () => string | null;
  /** Resolves once no call is running that answers with a new token. */
  readonly tokenRenewal: () => Promise<void>;
  readonly pause: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** The session has expired; called before the call rejects. */
  readonly onSessionLost: () => void;
  readonly onAnswer: (answer: Response) => void;
  /** Takes the answer of a call that the inline script has started. */
  readonly takePrefetched: (path: string) => Promise<Response> | undefined;
}

const MAX_REFUSALS = 2;

const addressOf = (path: string, { params = {}, query = {} }: LooseOptions): string => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const pairs = Object.entries(query).filter(
    (pair): pair is [string, string | boolean] => pair[1] !== undefined,
  );
  const search = new URLSearchParams(pairs.map(([key, value]) => [key, String(value)])).toString();
  return search === '' ? filled : `${filled}?${search}`;
};

const isJson = (answer: Response): boolean => (answer.headers.get('content-type') ?? '').includes('json');

const noAnswer = (): ApiError => new ApiError(0, 'network', 'No answer from the server.');

/** A file whose connection breaks on the way is a lost answer, as is a page: something in between wrote it, not the server. */
const readFile = (answer: Response, read = (file: Response) => file.blob()): Promise<Blob> => {
  if ((answer.headers.get('content-type') ?? '').includes('text/html')) throw noAnswer();
  return read(answer).catch(() => {
    throw noAnswer();
  });
};

/** Typed get, put, post and delete: paths, parameters, payloads and answers are those of the contract's table. */
export const createApi = (deps: Deps) => {
  const refusals = new Map<string, { count: number; status: number }>();

  const send = async (method: Endpoint['method'], url: string, options: LooseOptions): Promise<Response> => {
    const token = deps.token();
    const headers: Record<string, string> = { ...options.headers, 'accept-language': deps.language() };
    if (token) headers['authorization'] = `Bearer ${token}`;
    if (options.body !== undefined) headers['content-type'] = 'application/json';
    try {
      return await deps.fetch(`/api${url}`, {
        method,
        headers,
        ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
        ...(options.signal ? { signal: options.signal } : {}),
        ...(options.keepalive ? { keepalive: true } : {}),
      });
    } catch (error) {
      // An abort is passed on as it is; a timeout counts as a lost answer.
      if (error instanceof DOMException && error.name === 'AbortError') throw error;
      throw noAnswer();
    }
  };

  const call = async (
    method: Endpoint['method'],
    path: string,
    options: LooseOptions = {},
  ): Promise<unknown> => {
    const token = deps.token();
    const isSignIn = path.startsWith('/auth/');
    const isPublic = isSignIn || path === '/provider-config';
    const pid = deps.pid();
    const query = isPublic && pid ? { ...options.query, pid } : options.query;
    const url = addressOf(path, { ...options, ...(query ? { query } : {}) });
    const guarded = token !== null && !isSignIn ? `${token} ${method} ${url}` : null;
    const refused = guarded === null ? undefined : refusals.get(guarded);
    if (refused && refused.count >= MAX_REFUSALS) {
      throw new ApiError(refused.status, 'blocked', `Request failed with status code ${refused.status}`);
    }
    const prefetched = method === 'GET' ? deps.takePrefetched(url) : undefined;
    const answer = await (prefetched?.catch(() => send(method, url, options)) ?? send(method, url, options));
    deps.onAnswer(answer);
    if (answer.ok) {
      if (answer.status === 204) return undefined;
      return isJson(answer) ? answer.json() : readFile(answer, options.readFile);
    }
    if (guarded !== null && (answer.status === 401 || answer.status === 403)) {
      const before = refusals.get(guarded)?.count ?? 0;
      refusals.set(guarded, { count: before + 1, status: answer.status });
    }
    const problem = isJson(answer) ? ((await answer.json()) as Partial<Problem>) : {};
    if (problem.code === 'session_expired') {
      if (!options.renewsToken) await deps.tokenRenewal();
      const present = deps.token();
      if (present === token) deps.onSessionLost();
      // The session has a new token: the refused call changed nothing, so it can be sent again.
      else if (present !== null) return call(method, path, options);
    }
    if (problem.code === 'history_preparing') {
      // The refused call changed nothing; what asked for it waits as for any answer that is slow.
      // A proxy may send a date.
      const seconds = Math.max(1, Number(answer.headers.get('retry-after')) || 0);
      await deps.pause(seconds * SECOND, options.signal);
      return call(method, path, options);
    }
    const message = problem.title ?? `Request failed with status code ${answer.status}`;
    throw new ApiError(answer.status, problem.code ?? 'internal', message, problem);
  };

  type Verb<M extends Endpoint['method']> = <P extends PathOf<M>>(
    path: P,
    ...options: object extends Options<At<M, P>>
      ? [options?: Options<At<M, P>>]
      : [options: Options<At<M, P>>]
  ) => Promise<Answer<At<M, P>>>;
  const verb = <M extends Endpoint['method']>(method: M) =>
    ((path: string, options?: LooseOptions) => call(method, path, options)) as unknown as Verb<M>;

  return {
    get: verb('GET'),
    put: verb('PUT'),
    post: verb('POST'),
    delete: verb('DELETE'),
    /** Called at sign-in, sign-out and change of house: unblocks all calls. */
    forgetRefusals: () => refusals.clear(),
  };
};
