import type { Delivery, DeviceLink } from '#domain/ports/device-link.ts';
import { DeviceUnreachable, LinkFailure } from '#domain/ports/link-failure.ts';
import { SECOND } from '#domain/time/time.ts';
import type { Clock } from '../lib/clock/clock.ts';
import { CLOSED, admit, afterFailure, afterSuccess } from './circuit.ts';
import type { Circuit } from './circuit.ts';

/** A call that takes longer has failed. */
const CALL_TIMEOUT = 5 * SECOND;

const OUTCOMES: readonly string[] = ['delivered', 'superseded', 'expired', 'refused'];

export interface GuardDeps {
  readonly clock: Clock;
  /** A signal that aborts after so many ms. */
  readonly timeout: (milliseconds: number) => AbortSignal;
  readonly onCircuitChange: (link: string, state: Circuit['state']) => void;
}

export interface GuardedLink extends DeviceLink {
  /** ms until a call may be made; 0: now. */
  readonly pauseMs: () => number;
}

const isDelivery = (answer: unknown): answer is Delivery =>
  typeof answer === 'object' &&
  answer !== null &&
  'outcome' in answer &&
  OUTCOMES.includes(String(answer.outcome)) &&
  (answer.outcome !== 'refused' || ('reason' in answer && typeof answer.reason === 'string'));

const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new LinkFailure('timeout')), { once: true });
  });

/** Whatever a link throws; what it does not explain itself counts as a failure of the cloud. */
const toFailure = (error: unknown): LinkFailure | DeviceUnreachable =>
  error instanceof LinkFailure || error instanceof DeviceUnreachable ? error : new LinkFailure('unreachable');

/**
 * A link whose calls end: each has a time-out, only an answer of the port's shape counts as one, and after some failures in
 * a row the cloud is left alone for a while. At a stop it waits for the calls in flight.
 */
export const guardLink = (link: DeviceLink, { clock, timeout, onCircuitChange }: GuardDeps): GuardedLink => {
  let circuit: Circuit = CLOSED;
  const inFlight = new Set<Promise<unknown>>();
  const now = () => clock.now().getTime();
  const change = (next: Circuit): void => {
    const before = circuit.state;
    circuit = next;
    if (next.state !== before) onCircuitChange(link.name, next.state);
  };

  const call = async (...[outgoing]: Parameters<DeviceLink['send']>): Promise<Delivery> => {
    const signal = timeout(CALL_TIMEOUT);
    try {
      const answer: unknown = await Promise.race([link.send(outgoing, signal), rejectOnAbort(signal)]);
      if (!isDelivery(answer)) throw new LinkFailure('invalid_answer');
      change(afterSuccess(circuit));
      return answer;
    } catch (error) {
      const failure = toFailure(error);
      change(
        failure instanceof LinkFailure
          ? afterFailure(circuit, now(), failure.retryAfterMs)
          : afterSuccess(circuit),
      );
      throw failure;
    }
  };

  return {
    ...link,
    pauseMs: () => (circuit.state === 'open' ? Math.max(0, circuit.until - now()) : 0),
    health: () => (circuit.state === 'closed' ? link.health() : 'down'),
    send: async (outgoing) => {
      const { circuit: next, admitted } = admit(circuit, now());
      change(next);
      if (!admitted) throw new LinkFailure('circuit_open');
      const sending = call(outgoing);
      inFlight.add(sending);
      try {
        return await sending;
      } finally {
        inFlight.delete(sending);
      }
    },
    stop: async () => {
      await Promise.allSettled(inFlight);
      await link.stop();
    },
  };
};
