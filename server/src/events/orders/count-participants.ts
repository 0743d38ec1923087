import { deviceKey, planByFacts } from '#domain/events/engine/facts.ts';
import type { DemandEvent, Exclusion } from '#domain/events/event.ts';
import { overlaps } from '#domain/events/season.ts';
import { spanOf } from '#domain/events/timing.ts';
import type { DeviceRef } from '#domain/ports/device-link.ts';
import type { Db } from '../../db/connection.ts';
import { pageOfEnrolled } from '../../stores/auth/operators.ts';
import type { Enrolled } from '../../stores/auth/operators.ts';
import { devicesAwaitedBy } from '../../stores/events/enrolment.ts';
import { listOpenEvents } from '../../stores/events/events.ts';
import { loadFacts } from '../load-facts.ts';

const PAGE = 1_000;

interface CountedOrder {
  readonly providerId: string;
  readonly events: readonly DemandEvent[];
  /** null: every group of the programs. */
  readonly groups: readonly string[] | null;
  readonly runningLinks: readonly string[];
}

export interface ParticipantCounts {
  readonly homes: number;
  readonly devices: number;
  /** About what it saves, by the typical figures of the programs. */
  readonly kw: number;
  /** Numbers of devices by the code of the reason. */
  readonly excluded: ReadonlyMap<Exclusion['code'], number>;
  /** Until when devices that cannot take part now return from cancelled events, in ms; null: none does. */
  readonly returningUntil: number | null;
  /** Numbers of enrolled devices, and of those that would take part, by event. */
  readonly byEvent: ReadonlyMap<string, { readonly enrolled: number; readonly devices: number }>;
}

async function* pagesOfEnrolled(db: Db, enrolled: Enrolled): AsyncGenerator<DeviceRef[]> {
  let page: DeviceRef[] = [];
  do {
    page = await pageOfEnrolled(db, enrolled, page.at(-1), PAGE);
    if (page.length > 0) yield page;
  } while (page.length === PAGE);
}

/** Another event that would hold the same devices at the same time. */
const isRival = (event: DemandEvent, other: DemandEvent): boolean =>
  other.id !== event.id &&
  other.dispatchId !== event.dispatchId &&
  other.kind === event.kind &&
  overlaps(spanOf(event), spanOf(other));

/** Plans every enrolled device as if the events were made now, and counts; nothing is written. */
export const countParticipants = async (
  db: Db,
  { providerId, events, groups, runningLinks }: CountedOrder,
  now: Date,
): Promise<ParticipantCounts> => {
  const [homes, taken] = [new Set<string>(), new Set<string>()];
  const excluded = new Map<Exclusion['code'], number>();
  const byEvent = new Map<string, { enrolled: number; devices: number }>();
  let watts = 0;
  let returningUntil: number | null = null;
  const open = (await listOpenEvents(db)).filter(
    (other) => other.providerId === providerId && other.cancelledAt === null,
  );
  for (const event of events) {
    const others = open.filter((other) => isRival(event, other));
    const counts = { enrolled: 0, devices: 0 };
    byEvent.set(event.id, counts);
    const { program, kind, startTime } = event;
    const enrolled = { providerId, programId: program.id, kind, groups, startTime };
    for await (const page of pagesOfEnrolled(db, enrolled)) {
      const awaited = new Set<string>();
      for (const other of others) {
        for (const device of await devicesAwaitedBy(db, other, page)) awaited.add(deviceKey(device));
      }
      for (const [key, facts] of await loadFacts(db, page, now, { runningLinks })) {
        counts.enrolled += 1;
        const plan = planByFacts(event, facts, now.getTime());
        // A device is in one event of an order only, and not in one that another event is about to take in.
        const isTaken = taken.has(key) || awaited.has(key);
        const exclusion = 'excluded' in plan ? plan.excluded.code : isTaken ? 'other_event' : null;
        if (exclusion !== null) {
          if (exclusion === 'other_event' && facts.returningUntil !== null) {
            returningUntil = Math.max(returningUntil ?? 0, facts.returningUntil);
          }
          excluded.set(exclusion, (excluded.get(exclusion) ?? 0) + 1);
          continue;
        }
        counts.devices += 1;
        taken.add(key);
        homes.add(facts.houseId);
        watts += event.program.typicalWhPerHour[event.kind] ?? 0;
      }
    }
  }
  return { homes: homes.size, devices: taken.size, kw: watts / 1_000, excluded, byEvent, returningUntil };
};
