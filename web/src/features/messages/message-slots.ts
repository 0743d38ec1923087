import { createContext } from 'react';
import type { ComponentType } from 'react';

/** Parts of a message that belong to other features; the app fills them in. */
interface MessageSlots {
  /** Whether what an event has saved is final. */
  readonly ResultState: ComponentType<{ readonly eventId: string }>;
  /** What an event has saved and earned. */
  readonly ResultFigures: ComponentType<{ readonly eventId: string }>;
}

export const MessageSlots = createContext<MessageSlots | null>(null);
