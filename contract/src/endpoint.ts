import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/** Who may call; the server resolves it to the scope that every store call takes. */
export const ACCESS_RULES = ['public', 'session', 'self', 'house'] as const;
export type Access = (typeof ACCESS_RULES)[number];

/** Which allowance a call draws on; `free`: none, because it uses up what it needs. */
export const BUDGETS = ['sign-in', 'read', 'write', 'command', 'free'] as const;
export type Budget = (typeof BUDGETS)[number];

/** What happens when the same request comes twice: nothing changes, the same end state, or a second effect. */
export const REPEATS = ['safe', 'same-result', 'new-effect'] as const;
export type Repeat = (typeof REPEATS)[number];

export interface Endpoint {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** As in the specification, with braces: `/house/{houseId}/device`. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  readonly budget: Budget;
  readonly repeat: Repeat;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** `null` stands for an answer without a body (204). */
  readonly response: z.ZodType | null;
  /** Codes beyond those that every call may answer with. */
  readonly errors?: readonly ErrorCode[];
  /** Of a successful answer; 200, or 204 where there is no body. */
  readonly status?: 202;
  /** What a body of the wrong form is refused with; `bad_request` unless said. */
  readonly malformed?: ErrorCode;
  /** The answer carries an ETag, and 304 when it is unchanged. */
  readonly etag?: boolean;
}

export type EndpointTable = Readonly<Record<string, Endpoint>>;

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
