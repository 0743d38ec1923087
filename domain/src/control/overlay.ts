/** What may cover the controls of a device card. */
const PRIORITIES = {
  /** "Opt-out to make changes." */
  event: 50,
  /** "Device Unreachable": the last refresh failed. */
  unreachable: 100,
  /** "Failed to render device controls." */
  render: 200,
} as const;

export type OverlayName = keyof typeof PRIORITIES;

const byPriority = (Object.keys(PRIORITIES) as OverlayName[]).toSorted(
  (a, b) => PRIORITIES[b] - PRIORITIES[a],
);

/** Of the conditions that hold, the one with the highest priority; null: none holds. */
export const shownOverlay = (
  conditions: Readonly<Partial<Record<OverlayName, boolean>>>,
): OverlayName | null => byPriority.find((name) => conditions[name] === true) ?? null;
