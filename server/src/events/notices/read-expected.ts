import { expectedSavings, rewardPlaces, savingsAsPlanned } from '#domain/events/plan/expected-savings.ts';
import { expectedTotal } from '#domain/events/plan/expected-total.ts';
import type { ExpectedTotal } from '#domain/events/plan/expected-total.ts';
import { measuredBy } from '#domain/telemetry/measured-by.ts';
import type { Db } from '../../db/connection.ts';
import type { DispatchDevice } from '../../stores/events/event-notices.ts';
import type { StoredEvent } from '../../stores/events/events.ts';
import { expectedFrom, lastReductions } from '../../stores/results/receipts.ts';

type Reductions = Awaited<ReturnType<typeof lastReductions>>;

/** Of the devices of a house in events of a dispatch that have not left them. */
const expectedOfHouse = (
  found: readonly { readonly event: StoredEvent; readonly reductions: Reductions }[],
  devices: readonly DispatchDevice[],
) => {
  const taking = found.flatMap(({ event, reductions }) =>
    devices
      .filter(({ eventId, isOptedOut }) => eventId === event.id && !isOptedOut)
      .map((entry) => ({ entry, programId: event.program.id, isIn: true, event, reductions })),
  );
  const placeOf = rewardPlaces(taking);
  return taking.flatMap(({ entry, event, reductions }) => {
    const full = expectedSavings(event, {
      place: placeOf(entry),
      isMeasured: measuredBy(entry) !== null,
      lastResults: reductions(entry.houseId, entry.deviceId),
    });
    const saving = savingsAsPlanned(event, entry, full);
    return saving ? [{ ...saving, rule: event.program.reward.type }] : [];
  });
};

/** About what the events of a dispatch that are not over save and earn; by house. */
export const readExpected = async (
  tx: Db,
  events: readonly StoredEvent[],
  devices: readonly DispatchDevice[],
  houseIds: readonly string[],
  now: Date,
): Promise<(houseId: string) => ExpectedTotal | null> => {
  const ahead = events.filter(({ cancelledAt, endTime }) => cancelledAt === null && now.getTime() < endTime);
  const found: { readonly event: StoredEvent; readonly reductions: Reductions }[] = [];
  for (const event of ahead) {
    const reductions = await lastReductions(tx, event.providerId, houseIds, expectedFrom(event));
    found.push({ event, reductions });
  }
  return (houseId) =>
    expectedTotal(
      expectedOfHouse(
        found,
        devices.filter((device) => device.houseId === houseId),
      ),
    );
};
