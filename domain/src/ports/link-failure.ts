/** What went wrong between us and a maker's cloud. */
export type LinkFault =
  /** No connection, or an answer of the 5xx kind. */
  | 'unreachable'
  | 'timeout'
  /** The cloud asks for fewer calls (429). */
  | 'rate_limited'
  /** It answered something that is no answer to the call. */
  | 'invalid_answer'
  /** Not even tried: the last calls failed. */
  | 'circuit_open';

/** The cloud itself fails, so the next device behind it would most likely fail as well. Worth another try later. */
export class LinkFailure extends Error {
  override readonly name = 'LinkFailure';
  readonly fault: LinkFault;
  /** ms that the cloud asks us to wait; null: it does not say. */
  readonly retryAfterMs: number | null;

  constructor(fault: LinkFault, retryAfterMs: number | null = null) {
    super(fault);
    this.fault = fault;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The cloud answers, but cannot reach this one device. Worth another try, and no sign that the cloud fails. */
export class DeviceUnreachable extends Error {
  override readonly name = 'DeviceUnreachable';
}
