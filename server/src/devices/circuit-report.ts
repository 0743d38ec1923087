import { LinkFailure } from '#domain/ports/link-failure.ts';
import type { Metrics } from '../lib/metrics.ts';
import type { GuardDeps } from '../links/guarded-link.ts';

/** Counts and logs each opening of a link's circuit, and keeps the link's present state in the metrics. */
export const createCircuitReport =
  (
    metrics: Pick<Metrics, 'countCircuitOpened' | 'setLinkUp'>,
    onError: (error: unknown, what: string) => void,
  ): GuardDeps['onCircuitChange'] =>
  (link, state) => {
    // Half-open: one call is tried, and whether the link is up is not known yet.
    if (state === 'half-open') return;
    metrics.setLinkUp(link, state === 'closed');
    if (state === 'closed') return;
    metrics.countCircuitOpened(link);
    onError(new LinkFailure('circuit_open'), `calling the device link ${link}`);
  };
