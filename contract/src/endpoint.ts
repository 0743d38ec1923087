import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/** Who may call; the server resolves it to the scope that every store call takes. */
export const ACCESS_RULES = ['public', 'session', 'self', 'house', 'owner', 'operator'] as const;
export type Access = (typeof ACCESS_RULES)[number];

/**
 * Which rate limit applies to a call. `urgent`: one of its own, because the call makes a home safe and must not be refused for
 * what else its caller did; `free`: none, because the call ends its own session.
 */
export const BUDGETS = ['sign-in', 'read', 'write', 'urgent', 'command', 'free'] as const;
export type Budget = (typeof BUDGETS)[number];

/** What happens when the same request comes twice: nothing changes, the same end state, or a second effect. */
export const REPEATS = ['safe', 'same-result', 'new-effect'] as const;
export type Repeat = (typeof REPEATS)[number];

export const REQUEST_HEADERS = {
  'Idempotency-Key': 'A request that repeats a key gets the first answer again and has no other effect.',
  'If-Match':
    'The ETag of the device as the person saw it; refused with 409 when the device has changed since.',
} as const;
export type RequestHeader = keyof typeof REQUEST_HEADERS;

export interface Endpoint {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** As in the specification, with braces: `/house/{houseId}/device`. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  readonly budget: Budget;
  readonly repeat: Repeat;
  /** `last`: under load it is refused after all others, because it ends access or makes a home safe. */
  readonly shed?: 'last';
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** The body is a file of this type, read as it comes in. */
  readonly upload?: 'text/csv';
  /** `null` stands for an answer without a body (204). */
  readonly response: z.ZodType | null;
  /** The answer is a file of this type, sent in chunks, and no JSON. */
  readonly file?: 'application/zip' | 'text/csv';
  /** Codes beyond those that every call may answer with. */
  readonly errors?: readonly ErrorCode[];
  /**
   * The answer is made of the past: refused with `history_preparing` while that of a demo house is still being stored. A
   * function says for which queries.
   */
  readonly needsHistory?: true | ((query: Readonly<Record<string, unknown>>) => boolean);
  /** Of a successful answer; 200, or 204 where there is no body. */
  readonly status?: 201 | 202;
  /** What a body of the wrong form is refused with; `bad_request` unless said. */
  readonly malformed?: ErrorCode;
  /** Optional request headers that the handler reads. */
  readonly headers?: readonly RequestHeader[];
  /** `content`: the answer carries a hash of itself, and 304 replaces it when unchanged; `version`: that of the device. */
  readonly etag?: 'content' | 'version';
}

export type EndpointTable = Readonly<Record<string, Endpoint>>;

/** What every call of an operator has in common. */
export const operatorCall = {
  access: 'operator',
  errors: ['second_factor_required', 'not_found'],
} as const satisfies Partial<Endpoint>;

export const defineEndpoints = <const T extends EndpointTable>(table: T): T => table;

export type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

export type Params<E extends Endpoint> = Readonly<Record<ParamNames<E['path']>, string>>;

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What a handler receives after parsing. */
export type Query<E extends Endpoint> = Parsed<E['query']>;
export type Body<E extends Endpoint> = Parsed<E['body']>;

/** What a handler returns, and what a caller gets. */
export type Answer<E extends Endpoint> = E['response'] extends z.ZodType ? z.output<E['response']> : void;
