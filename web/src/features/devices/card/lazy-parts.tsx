import { whenIdle } from '#web/lib/browser/timers.ts';
import { lazyPart } from '#web/ui/container/LazyPart.tsx';

/** The last day behind a figure; the card keeps its place. */
export const DayLine = lazyPart(
  async () => (await import('./DayLine.tsx')).DayLine,
  () => null,
  whenIdle,
);

/** Shown seconds after a change at the earliest. */
export const ChangeFailure = lazyPart(
  async () => (await import('./ChangeFailure.tsx')).ChangeFailure,
  () => null,
  whenIdle,
);
