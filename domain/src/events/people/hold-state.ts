import type { EventDevice } from '#contract/entities/event.ts';
import { isSameSetting } from '../../control/same-setting.ts';

interface Held {
  /** °F that the event sets. */
  readonly wanted: number;
  /** °F that the device says it is set to; null: it does not say. */
  readonly reported: number | null;
  readonly outcome: EventDevice['outcome'];
}

/**
 * Whether people are told that a running event holds a device, or that it is waited for. What the device itself reports
 * counts more than that it once confirmed the step.
 */
export const holdState = ({ wanted, reported, outcome }: Held): 'held' | 'waiting' => {
  const isHeld = reported === null ? outcome === 'responded' : isSameSetting(reported, wanted);
  return isHeld ? 'held' : 'waiting';
};
