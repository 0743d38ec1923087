import { DAY, HOUR, MINUTE } from '#domain/time/time.ts';
import type { Plan } from '#domain/events/event.ts';
import { newParticipation } from '#domain/events/participation.ts';
import type { RootDb } from '../../db/connection.ts';
import { insertParticipations } from '../../stores/events/participations.ts';
import type { TestApp } from '../app.ts';

/** Room setpoints are moved, so that an event can be eased. */
const PROGRAMS: Readonly<Record<string, string>> = { sunvale: 'winter-heating', harbour: 'coast-cool' };
const HOUSES: Readonly<Record<string, readonly string[]>> = {
  sunvale: ['housea', 'houseb'],
  harbour: ['housec'],
};

const planAt = (start: number): Plan => ({
  moved: ['heatSetpoint'],
  steps: [
    {
      phase: 'before',
      at: start - HOUR,
      until: start,
      command: { heatSetpoint: 72 },
      reason: { code: 'prepare', side: 'heat', shift: 2 },
    },
    {
      phase: 'during',
      at: start,
      until: start + HOUR,
      command: { heatSetpoint: 67 },
      reason: { code: 'event', until: start + HOUR, eased: false },
    },
    {
      phase: 'after',
      at: start + HOUR,
      until: start + DAY,
      command: { heatSetpoint: 70 },
      reason: { code: 'return' },
    },
  ],
});

/**
 * One announced event for each house of the provider, with its water heater and, excluded, its thermostat; other events are
 * gone. It begins days later: nothing is sent.
 */
export const announcedEvents = async (
  db: RootDb,
  { clock }: Pick<TestApp, 'clock'>,
  { providerId }: { readonly providerId: string },
): Promise<void> => {
  const now = clock.now();
  const start = now.getTime() + 3 * DAY;
  await db.deleteFrom('demandEvent').where('providerId', '=', providerId).execute();
  await db.deleteFrom('houseDispatch').where('providerId', '=', providerId).execute();
  const houses = HOUSES[providerId] ?? [];
  await db
    .insertInto('demandEvent')
    .values(
      houses.map((houseId) => ({
        providerId,
        id: `${houseId}event`,
        dispatchId: `${houseId}dispatch`,
        programId: PROGRAMS[providerId] ?? '',
        programVersion: 1,
        kind: 'tstat' as const,
        groups: null,
        startTime: new Date(start),
        endTime: new Date(start + HOUR),
        intensity: 100,
        origin: 'test' as const,
        cause: JSON.stringify({ en: 'A cold evening' }),
        optOutAllowed: true,
        createdAt: now,
        createdBy: null,
        state: 'notified' as const,
        notifiedAt: new Date(now.getTime() - MINUTE),
        cancelledAt: null,
      })),
    )
    .execute();
  await insertParticipations(
    db,
    houses.flatMap((houseId) =>
      (['hwh', 'tstat'] as const).map((kind) => {
        const ids = { eventId: `${houseId}event`, houseId, deviceId: `${houseId}${kind}` };
        const plan: Plan =
          kind === 'hwh' ? planAt(start) : { excluded: { code: 'offline', since: now.getTime() - DAY } };
        return {
          providerId,
          ...ids,
          participation: newParticipation(ids, plan),
          planRevision: 0,
          dueAt: kind === 'hwh' ? start : null,
        };
      }),
    ),
    now,
  );
};
