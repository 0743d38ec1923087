import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { countOutcomes } from '#domain/events/outcome.ts';
import { newParticipation, PASSING_REASONS } from '#domain/events/participation.ts';
import type { EventAction, Participation } from '#domain/events/participation.ts';
import { HOUR, MINUTE } from '#domain/time/time.ts';
import { systemProviderScope } from '../../lib/scope/system-scope.ts';
import { addMs } from '../../lib/clock/clock.ts';
import { readProviders } from '../../providers/registry.ts';
import type { TestApp } from '../../testing/app.ts';
import { databases } from '../../testing/database/databases.ts';
import type { TestDatabase } from '../../testing/database/databases.ts';
import { findEvent, insertEvent, updateEvent } from './events.ts';
import { eventProgress } from './operator-events.ts';
import { insertParticipations, writeActions } from './participations.ts';
import { openTestHouses } from '../../testing/test-houses.ts';

/** The clock of tests stands before it. */
const DURING = Date.UTC(2100, 0, 1);

const REF = { providerId: 'sunvale', eventId: 'counted' } as const;
const SCOPE = systemProviderScope(REF);
const DEVICES = ['housea', 'houseb'].flatMap((houseId) =>
  ['tstat', 'hwh'].map((kind) => ({ ...REF, houseId, deviceId: `${houseId}${kind}` })),
);

describe.each(databases)('%s', (_name, open) => {
  let database: TestDatabase;
  let app: TestApp;
  beforeAll(async () => {
    const houses = await openTestHouses(open);
    ({ database, app } = houses);
    const program = readProviders()
      .byId('sunvale')
      ?.programs.find(({ id }) => id === 'water-heater');
    if (!program) throw new Error('no water program');
    const now = app.clock.now().getTime();
    await insertEvent(database.db, {
      providerId: 'sunvale',
      id: REF.eventId,
      dispatchId: REF.eventId,
      program,
      kind: 'hwh',
      groups: null,
      startTime: now,
      endTime: now + HOUR,
      intensity: 100,
      origin: 'test',
      cause: null,
      createdBy: null,
      optOutAllowed: true,
      createdAt: now,
      state: 'active',
    });
    return houses.close;
  });

  const action = (round: number): fc.Arbitrary<EventAction> =>
    fc
      .record({
        phase: fc.constantFrom('before' as const, 'during' as const, 'after' as const),
        isSent: fc.boolean(),
        isConfirmed: fc.boolean(),
        code: fc.constantFrom(null, 'offline', 'no_reading_in_time', ...PASSING_REASONS),
      })
      .map(({ phase, isSent, isConfirmed, code }) => ({
        round,
        phase,
        at: 0,
        expiresAt: 0,
        state: 'open',
        command: null,
        sentAt: isSent ? 1 : null,
        deliveredAt: null,
        confirmedAt: isSent && isConfirmed ? 2 : null,
        reason: code === null ? null : { code, since: 0 },
      }));
  const participation: fc.Arbitrary<Omit<Participation, 'eventId' | 'houseId' | 'deviceId'>> = fc
    .record({
      isExcluded: fc.boolean(),
      round: fc.constantFrom(1, 2),
      left: fc.constantFrom(null, 'before', 'during'),
      cause: fc.constantFrom('person' as const, 'provider' as const),
      actions: fc.tuple(
        ...[1, 2].map((round) => fc.uniqueArray(action(round), { selector: ({ phase }) => phase })),
      ),
    })
    .map(({ isExcluded, round, left, cause, actions }) => ({
      ...newParticipation(
        { eventId: '', houseId: '', deviceId: '' },
        isExcluded ? { excluded: { code: 'never_reported' } } : { steps: [], moved: [] },
      ),
      round,
      optOut: left && { at: left === 'before' ? 1 : DURING, cause },
      actions: actions.flat(),
    }));

  const store = async (all: readonly Participation[], now: Date) => {
    const changes = all.map((one, index) => ({
      ...(DEVICES[index] ?? DEVICES[0]),
      ...REF,
      houseId: one.houseId,
      deviceId: one.deviceId,
      participation: one,
      planRevision: 0,
      dueAt: null,
    }));
    await database.db.deleteFrom('eventParticipation').execute();
    await insertParticipations(database.db, changes, now);
    await writeActions(
      database.db,
      changes.flatMap(({ participation: one, ...ref }) =>
        one.actions.map((each) => ({ ...ref, action: each, commandId: null })),
      ),
    );
  };

  test('[API-4] the database counts the outcomes as the domain does', async () => {
    let walked = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(participation, { maxLength: DEVICES.length }),
        fc.boolean(),
        fc.boolean(),
        async (drawn, isCancelled, isLate) => {
          walked += 1;
          const all = drawn.map((one, index) => ({ ...one, ...DEVICES[index] }) as Participation);
          const now = addMs(app.clock.now(), isLate ? HOUR : 30 * MINUTE);
          await store(all, now);
          const event = await findEvent(database.db, REF);
          if (!event) throw new Error('the event is gone');
          const cancelledAt = isCancelled ? event.startTime + 40 * MINUTE : null;
          await updateEvent(database.db, REF, { ...event, cancelledAt }, now);
          const counted = (await eventProgress(database.db, SCOPE, [REF.eventId], now)).get(REF.eventId);
          const expected = countOutcomes({ ...event, cancelledAt }, all, now.getTime());
          expect(counted ?? countOutcomes(event, [], 0)).toEqual(expected);
        },
      ),
      { numRuns: 100 },
    );
    expect(walked).toBeGreaterThanOrEqual(100);
  });
});
