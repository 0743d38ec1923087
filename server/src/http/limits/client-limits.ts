import type { Budget } from '#contract/endpoint.ts';
import { SECOND } from '#domain/time/time.ts';

/**
 * What one client may take of a node, all of it here. A client is an address, in IPv6 a /64 network. Sign-in lockouts are
 * counted in the database (auth/rules.ts).
 */

/** Held at the same time. */
export const PER_CLIENT = {
  /** Beyond them the connection that was idle longest is closed. Not counted behind a proxy, which has them all. */
  connections: 512,
  /** Requests whose body has not arrived; beyond them the oldest is cut off. */
  unfinishedBodies: 16,
  /** Requests that are being answered; further ones of the client wait for these. */
  requests: 32,
  /** Beyond them requests are refused as `busy`. */
  waitingRequests: 32,
} as const;

/** Requests of one connection whose answers have not left: no browser or proxy sends the next one before. */
export const PER_CONNECTION = { requests: 16 } as const;

/** Held at the same time by all clients of a node. */
export const PER_NODE = { unfinishedBodies: 256, requests: 64 } as const;

/**
 * Requests that begin in one turn of the event loop before its time counts, in ms: beyond both, further ones are refused. More
 * than the browsers of a few people send at once.
 */
export const PER_TURN = { requests: 16, time: SECOND } as const;

/**
 * For calls that are shed last (`shed` of the contract), such as the sign-out: added to the `requests` of a node; and how many
 * more wait for the next free slot, whoever they are from.
 */
export const SHED_LAST = { requests: 16, waiting: 256 } as const;

export type LimitedUse = Budget | 'document' | 'page' | 'unknown-token';

/** Calls per minute: reads per session, writes and urgent calls per account, the others per network or client. */
export const PER_MINUTE: Readonly<Record<LimitedUse, number>> = {
  read: 600,
  write: 60,
  urgent: 600,
  command: 120,
  'sign-in': 300,
  free: Infinity,
  /** Large public documents, such as that of the API. */
  document: 120,
  /** The page of the web application. */
  page: 600,
  /** Tokens that no session has: each costs a look into the database. */
  'unknown-token': 600,
};
