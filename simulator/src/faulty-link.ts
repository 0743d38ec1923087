import type { CallSignal, Delivery, DeviceLink } from '#domain/ports/device-link.ts';
import { LinkFailure } from '#domain/ports/link-failure.ts';

/** Faults of a maker's cloud, as opposed to those of one device. */
export type CloudFault =
  /** Every call fails at once. */
  | { readonly type: 'down' }
  /** Calls are never answered: they end when the caller gives up. */
  | { readonly type: 'slow' }
  | { readonly type: 'rate-limited'; readonly retryAfterMs: number }
  /** It answers something that is no answer. */
  | { readonly type: 'garbage' };

export interface FaultyLink extends DeviceLink {
  readonly fault: (fault: CloudFault | null) => void;
  /** Calls that reached the cloud, faulty or not. */
  readonly calls: () => number;
}

const untilAborted = (signal?: CallSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new LinkFailure('timeout')));
  });

/** A link whose cloud can be made to fail, for tests and demonstrations. */
export const createFaultyLink = (link: DeviceLink, name = link.name): FaultyLink => {
  let fault: CloudFault | null = null;
  let calls = 0;
  return {
    ...link,
    name,
    calls: () => calls,
    fault: (next) => {
      fault = next;
    },
    health: () => (fault === null ? link.health() : 'down'),
    send: async (outgoing, signal) => {
      calls += 1;
      if (fault?.type === 'down') throw new LinkFailure('unreachable');
      if (fault?.type === 'slow') return untilAborted(signal);
      if (fault?.type === 'rate-limited') throw new LinkFailure('rate_limited', fault.retryAfterMs);
      if (fault?.type === 'garbage') return { html: '<title>502</title>' } as unknown as Delivery;
      return link.send(outgoing, signal);
    },
  };
};
