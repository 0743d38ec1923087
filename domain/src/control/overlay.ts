/**
 * What lies over a device's controls, by priority: of several, the highest shows, and when it goes the next shows again.
 * `raisedBy` and `clearedBy` are things that happen to a card.
 */
const OVERLAYS = {
  /** 'Opt-out to make changes.' */
  event: { priority: 50, raisedBy: ['event-active'], clearedBy: ['event-over', 'opted-out'] },
  /** 'Device Unreachable' */
  unreachable: { priority: 100, raisedBy: ['refresh-failed'], clearedBy: ['refreshed'] },
  /** 'Failed to render device controls.' */
  render: { priority: 200, raisedBy: ['render-failed'], clearedBy: ['rendered'] },
} as const;

export type OverlayName = keyof typeof OVERLAYS;
export type OverlaySignal = (typeof OVERLAYS)[OverlayName]['raisedBy' | 'clearedBy'][number];
/** The overlays that hold at present. */
export type Overlays = readonly OverlayName[];

export const NO_OVERLAYS: Overlays = [];

const names = Object.keys(OVERLAYS) as OverlayName[];
const isOneOf = (signals: readonly string[], signal: OverlaySignal): boolean => signals.includes(signal);

export const overlaysAfter = (overlays: Overlays, signal: OverlaySignal): Overlays =>
  names.filter((name) => {
    const { raisedBy, clearedBy } = OVERLAYS[name];
    return isOneOf(raisedBy, signal) || (overlays.includes(name) && !isOneOf(clearedBy, signal));
  });

export const priorityOf = (overlay: OverlayName): number => OVERLAYS[overlay].priority;

/** The one that shows: a higher or equal one replaces what was there. */
export const shownOverlay = (overlays: Overlays): OverlayName | null => {
  let shown: OverlayName | null = null;
  for (const overlay of overlays) {
    if (shown === null || priorityOf(overlay) >= priorityOf(shown)) shown = overlay;
  }
  return shown;
};
