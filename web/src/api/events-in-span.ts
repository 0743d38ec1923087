import type { HouseEvent } from '#contract/entities/event.ts';
import { DAY } from '#domain/time/durations.ts';
import { api } from './session.ts';

interface Asked {
  readonly houseId: string;
  /** ms */
  readonly start: number;
  readonly end: number;
  readonly signal: AbortSignal;
}

/** The demand events of a house in a span. */
export const eventsInSpan = ({ houseId, start, end, signal }: Asked): Promise<HouseEvent[]> =>
  api.get('/house/{houseId}/event', {
    params: { houseId },
    // The server selects by the start of an event, and one that began before may reach into the span.
    query: { start: new Date(start - DAY).toISOString(), end: new Date(end).toISOString() },
    signal,
  });
