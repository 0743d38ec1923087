import { MINUTE, SECOND } from '#domain/time/time.ts';

/** Failures in a row after which a link is not called any more. */
const FAILURES_TO_OPEN = 5;
const FIRST_PAUSE = 5 * SECOND;
const LONGEST_PAUSE = MINUTE;

/**
 * Whether a link may be called. closed: yes. open: not before `until`. half-open: one call is under way that decides; the
 * others wait. `pauses` counts how often it opened in a row, so that the pauses get longer.
 */
export type Circuit =
  | { readonly state: 'closed'; readonly failures: number }
  | { readonly state: 'open'; readonly until: number; readonly pauses: number }
  | { readonly state: 'half-open'; readonly pauses: number };

export const CLOSED: Circuit = { state: 'closed', failures: 0 };

export interface Admission {
  readonly circuit: Circuit;
  readonly admitted: boolean;
}

/** Asked before every call. */
export const admit = (circuit: Circuit, now: number): Admission => {
  if (circuit.state === 'closed') return { circuit, admitted: true };
  if (circuit.state === 'open' && now >= circuit.until) {
    return { circuit: { state: 'half-open', pauses: circuit.pauses }, admitted: true };
  }
  return { circuit, admitted: false };
};

/** A call was answered. One that was begun before the circuit opened does not close it. */
export const afterSuccess = (circuit: Circuit): Circuit => (circuit.state === 'open' ? circuit : CLOSED);

const open = (now: number, pauses: number, retryAfterMs: number | null): Circuit => {
  const pause = Math.min(FIRST_PAUSE * 2 ** pauses, LONGEST_PAUSE);
  return { state: 'open', until: now + Math.max(retryAfterMs ?? 0, pause), pauses: pauses + 1 };
};

/** A call failed. `retryAfterMs`: the cloud asked for a pause, which opens the circuit at once. */
export const afterFailure = (circuit: Circuit, now: number, retryAfterMs: number | null): Circuit => {
  if (circuit.state === 'half-open') return open(now, circuit.pauses, retryAfterMs);
  if (circuit.state === 'open') {
    // Calls that were under way when it opened: only a longer pause that the cloud asks for counts.
    return { ...circuit, until: Math.max(circuit.until, now + (retryAfterMs ?? 0)) };
  }
  const failures = circuit.failures + 1;
  return retryAfterMs !== null || failures >= FAILURES_TO_OPEN
    ? open(now, 0, retryAfterMs)
    : { state: 'closed', failures };
};
