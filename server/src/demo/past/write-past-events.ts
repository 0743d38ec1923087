import type { EventState } from '#contract/entities/event.ts';
import { EVENT_TIMES } from '#domain/events/event-times.ts';
import { preparationTime, releaseTime, returnSpread } from '#domain/events/timing.ts';
import type { HouseDispatch } from '#domain/events/people/house-dispatch.ts';
import type { Db } from '../../db/connection.ts';
import { analyze, insertRows } from '../../stores/system/demo.ts';
import type { NewRow } from '../../stores/system/demo.ts';
import { insertParticipations, writeActions } from '../../stores/events/participations.ts';
import type { StoredEvent } from '../../stores/events/events.ts';
import { appendUses } from '../../stores/telemetry/roll-ups.ts';
import type { UseChange } from '../../stores/telemetry/roll-ups.ts';
import { commandRows, lastCommandOf } from './past-commands.ts';
import type { ScheduledCommand } from './past-commands.ts';
import type { EventOutcome } from './past-events.ts';

const instantOrNull = (time: number | null): Date | null => (time === null ? null : new Date(time));

/** All devices were put back, or the time for it was over. */
const endedAt = (event: StoredEvent, ofEvent: readonly EventOutcome[]): number => {
  const returns = ofEvent.flatMap(({ participation }) =>
    participation.actions.flatMap(({ phase, confirmedAt }) => (phase === 'after' ? (confirmedAt ?? []) : [])),
  );
  const latest = releaseTime(event) + returnSpread(event) + EVENT_TIMES.fallbackMargin;
  return Math.min(latest, Math.max(event.endTime, ...returns));
};

const transitionRows = (
  event: StoredEvent,
  ofEvent: readonly EventOutcome[],
): NewRow<'eventTransition'>[] => {
  const notifiedAt = event.notifiedAt ?? event.createdAt;
  const passed: readonly (readonly [EventState, number])[] = [
    ['notified', notifiedAt],
    ['preparing', preparationTime(event, notifiedAt)],
    ['active', event.startTime],
    ['returning', event.endTime],
    ['ended', endedAt(event, ofEvent)],
  ];
  const { providerId, id: eventId } = event;
  return passed.map(([state, at]) => ({ providerId, eventId, state, at: new Date(at) }));
};

const eventRow = ({
  program,
  groups,
  cause,
  joining,
  walk: _,
  ...event
}: StoredEvent): NewRow<'demandEvent'> => ({
  ...event,
  programId: program.id,
  programVersion: program.version,
  groups: groups && JSON.stringify(groups),
  cause: cause && JSON.stringify(cause),
  startTime: new Date(event.startTime),
  endTime: new Date(event.endTime),
  createdAt: new Date(event.createdAt),
  notifiedAt: instantOrNull(event.notifiedAt),
  cancelledAt: null,
  returnNowAt: null,
  dueAt: null,
  joinPhase: joining.phase,
  state: 'ended',
});

/** Every home was told of its events and their results then. */
const noticeRows = (all: readonly EventOutcome[]): NewRow<'eventNotice'>[] => {
  const taking = all.filter(({ participation }) => 'steps' in participation.plan);
  const homes = new Map(
    taking.map(({ event, device }) => [`${event.dispatchId} ${device.houseId}`, { event, device }]),
  );
  return [...homes.values()].flatMap(({ event, device: { providerId, houseId } }) =>
    [
      { notice: 'scheduled', at: event.notifiedAt ?? event.createdAt },
      { notice: 'starting', at: event.startTime },
      { notice: 'ended', at: event.endTime },
      { notice: 'result', at: event.endTime },
    ].map(({ notice, at }) => ({
      providerId,
      dispatchId: event.dispatchId,
      houseId,
      notice,
      createdAt: new Date(at),
    })),
  );
};

/** What every home was told and decided about the dispatches; nobody reads what leaving one of them was said to cost. */
const houseDispatchRows = (all: readonly EventOutcome[]): NewRow<'houseDispatch'>[] => {
  const homes = Map.groupBy(all, ({ event, device }) => `${event.dispatchId} ${device.houseId}`);
  return [...homes.values()].flatMap((ofHome) => {
    const [first] = ofHome;
    if (!first) return [];
    const { providerId, houseId } = first.device;
    const counted = ofHome.filter(({ participation }) => participation.optOutCounted);
    const optOuts: HouseDispatch['optOuts'] = Object.fromEntries(
      counted.map(({ event, participation: { optOut } }) => [
        event.program.id,
        { at: optOut?.at ?? event.startTime, cause: optOut?.cause ?? 'person', told: null },
      ]),
    );
    const { dispatchId, notifiedAt, createdAt } = first.event;
    const toldAt = new Date(notifiedAt ?? createdAt);
    return [{ providerId, houseId, dispatchId, toldAt, optOuts: JSON.stringify(optOuts) }];
  });
};

/**
 * Writes events of the past as the engine would have left them, with quarter hours that their results need, and the commands
 * of events and schedules.
 */
export const writePastEvents = async (
  tx: Db,
  all: readonly EventOutcome[],
  quarters: readonly UseChange[],
  scheduled: readonly ScheduledCommand[],
): Promise<void> => {
  const byEvent = [...Map.groupBy(all, ({ event }) => event.id).values()].flatMap((ofEvent) =>
    ofEvent[0] ? [{ event: ofEvent[0].event, ofEvent }] : [],
  );
  await appendUses(tx, 'quarters', quarters);
  await insertRows(
    tx,
    'demandEvent',
    byEvent.map(({ event }) => eventRow(event)),
  );
  await insertRows(
    tx,
    'eventTransition',
    byEvent.flatMap(({ event, ofEvent }) => transitionRows(event, ofEvent)),
  );
  for (const { event, ofEvent } of byEvent) {
    const refOf = ({ device: { providerId, houseId, deviceId } }: EventOutcome) => ({
      providerId,
      eventId: event.id,
      houseId,
      deviceId,
    });
    await insertParticipations(
      tx,
      ofEvent.map((one) => ({
        ...refOf(one),
        participation: one.participation,
        planRevision: 0,
        dueAt: null,
      })),
      new Date(Math.min(...ofEvent.map(({ joinedAt }) => joinedAt))),
    );
    await writeActions(
      tx,
      ofEvent.flatMap((one) =>
        one.participation.actions.map((action) => ({
          ...refOf(one),
          action,
          commandId: action.sentAt === null ? null : lastCommandOf(one, action),
        })),
      ),
    );
  }
  await insertRows(tx, 'command', commandRows(all, scheduled));
  await insertRows(tx, 'eventNotice', noticeRows(all));
  await insertRows(tx, 'houseDispatch', houseDispatchRows(all));
  await analyze(tx, ['demandEvent', 'eventParticipation', 'eventAction', 'energyQuarter']);
};
