import { createContext } from 'react';
import type { ComponentType } from 'react';

/** Parts of other features on the page of an event. */
interface EventSlots {
  /** What an event has saved and earned, as a sentence first where it is titled. */
  readonly ResultFigures: ComponentType<{ readonly eventId: string; readonly isTitled?: boolean }>;
  /** Its use against the usual one. */
  readonly ResultPlot: ComponentType<{ readonly eventId: string }>;
}

export const EventSlots = createContext<EventSlots | null>(null);
