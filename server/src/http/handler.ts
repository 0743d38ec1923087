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
import type { ScopeOf } from '../lib/scope/scope.ts';

/** The parts of request and reply that a handler may use besides its typed arguments. */
export interface Caller {
  readonly network: string;
  readonly userAgent: string | null;
  /** From Accept-Language. */
  readonly language: Language;
  /** A request header that the endpoint declares; null when it was not sent. */
  readonly header: (name: RequestHeader) => string | null;
  readonly cookie: (name: string) => string | null;
  /** `Lax`: also sent when another site leads back here. */
  readonly setCookie: (name: string, value: string, maxAgeMs: number, sameSite?: 'Strict' | 'Lax') => void;
  readonly setEtag: (etag: string) => void;
}

export interface Call<E extends Endpoint> {
  readonly scope: ScopeOf<E['access']>;
  readonly params: Params<E>;
  readonly query: Query<E>;
  readonly body: Body<E>;
  /** The body of an endpoint that takes a file. */
  readonly upload: AsyncIterable<Uint8Array>;
  readonly caller: Caller;
  /** What the route's `prefetch` read of the house; null where it has none. */
  readonly prefetched: unknown;
}

/** A file that is sent in chunks. */
export interface FileAnswer {
  readonly name: string;
  /** Bytes of all chunks together; null: it is not known before they were sent. */
  readonly length: number | null;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Breaks the sending off. */
  readonly signal: AbortSignal;
  /** Called once all of it was sent, to a reader who did not leave before. */
  readonly onSent: () => void;
  /** Called once no more is read of it, for whatever reason. */
  readonly onClose: () => void;
}

export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<E extends { readonly file: string } ? FileAnswer : Answer<E>>;

export type HandlersFor<T extends EndpointTable> = { readonly [K in keyof T]: Handler<T[K]> };
