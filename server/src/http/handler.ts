import type {
  Answer,
  Body,
  Endpoint,
  EndpointTable,
  Params,
  Query,
  RequestHeader,
} from '#contract/endpoint.ts';
import type { Language } from '#contract/entities/account.ts';
import type { ScopeOf } from '../lib/scope.ts';

/** What a handler may know of the request, and say beside its answer. */
export interface Caller {
  readonly network: string;
  readonly userAgent: string | null;
  /** Of the visit, as the browser asks for it. */
  readonly language: Language;
  /** A request header that the endpoint declares; null when it was not sent. */
  readonly header: (name: RequestHeader) => string | null;
  readonly cookie: (name: string) => string | null;
  readonly setCookie: (name: string, value: string, maxAgeMs: number) => void;
  readonly setEtag: (etag: string) => void;
}

export interface Call<E extends Endpoint> {
  readonly scope: ScopeOf<E['access']>;
  readonly params: Params<E>;
  readonly query: Query<E>;
  readonly body: Body<E>;
  readonly caller: Caller;
}

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E>>;

export type HandlersFor<T extends EndpointTable> = { readonly [K in keyof T]: Handler<T[K]> };
