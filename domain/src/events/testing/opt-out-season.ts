import type { Program } from '#contract/entities/program.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../time/time.ts';
import type { DemandEvent } from '../event.ts';
import type { OptOutCause, Participation } from '../participation.ts';
import { chargedConsequence, isCounted, optOutConsequence } from '../people/consequence.ts';
import type { OptOutConsequence, OptOutRecord } from '../people/consequence.ts';
import { keptOptOut } from '../people/house-dispatch.ts';
import type { KeptOptOut } from '../people/house-dispatch.ts';
import { joinAgain } from '../people/people.ts';
import { cooling, eventOf, START } from './facts.ts';
import { participationOf } from './participation.ts';

export const VERBS = ['leave', 'undo', 'rejoin', 'wall', 'limits', 'cancel', 'old', 'wait'] as const;
export type Verb = (typeof VERBS)[number];

/**
 * What a home does, or what happens, to the event of that name. The home has two devices in it: `A` is the first one in event A, `a`
 * the second. Acts follow each other by two seconds, `wait` takes a minute.
 */
export interface Act {
  readonly verb: Verb;
  readonly name: string;
}

/** `leave A, wait, rejoin A` */
export const actsOf = (text: string): Act[] =>
  text.split(', ').flatMap((part) => {
    const [verb, name = ''] = part.split(' ');
    return VERBS.filter((known) => known === verb).map((known) => ({ verb: known, name }));
  });

export interface SeasonOptions {
  readonly free?: number;
  readonly price?: Program['optOut']['price'];
  /** Events that the home was told of too late, and such as nobody may leave. */
  readonly late?: string;
  readonly locked?: string;
}

interface Dispatch {
  event: DemandEvent;
  /** By device, which has the name of the act. */
  participations: Map<string, Participation>;
  kept: KeptOptOut | null;
  /** What the home was told when it left with a device, by the act that counts. */
  told: Map<string, OptOutConsequence>;
}

/** One home through a season: events A, B, … on days one after the other, X a year later. All acts are before the first. */
export const livedSeason = (
  acts: readonly Act[],
  { free = 1, price = { type: 'amount', amount: 2_500 }, late = '', locked = '' }: SeasonOptions = {},
) => {
  const program: Program = { ...cooling, optOut: { allowed: true, freePerSeason: free, price } };
  const dispatches = new Map<string, Dispatch>();
  const dispatchOf = (act: string): Dispatch => {
    const name = act.toUpperCase();
    const day = name === 'X' ? 365 : name.charCodeAt(0) - 'A'.charCodeAt(0);
    const startTime = START + day * DAY;
    const event = eventOf(program, {
      id: name,
      dispatchId: name,
      startTime,
      endTime: startTime + HOUR,
      optOutAllowed: !locked.includes(name),
      state: 'notified',
    });
    const participations = new Map(
      [name, name.toLowerCase()].map((deviceId) => [deviceId, { ...participationOf(event), deviceId }]),
    );
    const known = dispatches.get(name) ?? { event, participations, kept: null, told: new Map() };
    dispatches.set(name, known);
    return known;
  };
  const records = (): OptOutRecord[] =>
    [...dispatches.values()].flatMap(({ event, kept }) =>
      kept === null
        ? []
        : [
            {
              dispatchId: event.dispatchId,
              programId: program.id,
              startTime: event.startTime,
              at: kept.at,
              isCancelled: event.cancelledAt !== null,
              told: kept.told,
            },
          ],
    );
  let now = START - 2 * DAY;
  const countedIn = ({ participations }: Dispatch): string[] =>
    [...participations].filter(([, { optOutCounted }]) => optOutCounted).map(([deviceId]) => deviceId);
  const keep = (dispatch: Dispatch, cause: OptOutCause, left: readonly string[], isTold = true): void => {
    const { event, kept } = dispatch;
    const toldAt = event.startTime - (late.includes(event.id) ? 5 * MINUTE : 3 * DAY);
    const optOuts = records();
    const told = isTold ? optOutConsequence(event, { optOuts, toldAt }, now) : null;
    for (const deviceId of left) {
      // One that joined again too late still counts at what it was told first.
      const stays = dispatch.participations.get(deviceId)?.optOutStays === true;
      if (told !== null && !stays) dispatch.told.set(deviceId, told);
    }
    dispatch.kept = keptOptOut(kept, {
      isCounted: optOuts.some((optOut) => optOut.dispatchId === event.dispatchId && isCounted(optOut)),
      counted: countedIn(dispatch),
      left: left.map((deviceId) => ({ deviceId, told })),
      cause,
      at: now,
    });
  };
  const participationIn = ({ event, participations }: Dispatch, act: string): Participation =>
    participations.get(act) ?? participationOf(event);
  const leave = (act: string, cause: OptOutCause, isTold = true): void => {
    const dispatch = dispatchOf(act);
    const { event, participations } = dispatch;
    const participation = participationIn(dispatch, act);
    const isRefused = cause === 'person' && !event.optOutAllowed;
    if (participation.optOut !== null || event.cancelledAt !== null || isRefused) return;
    participations.set(act, { ...participation, optOut: { at: now, cause }, optOutCounted: true });
    keep(dispatch, cause, [act], isTold);
  };
  const joinBack = (act: string): void => {
    const dispatch = dispatchOf(act);
    const change = joinAgain(dispatch.event, participationIn(dispatch, act), now);
    if ('refused' in change) return;
    dispatch.participations.set(act, change.changed);
    keep(dispatch, 'person', []);
  };
  const ACTS: Readonly<Record<Verb, (name: string) => void>> = {
    leave: (name) => leave(name, 'person'),
    wall: (name) => leave(name, 'wall'),
    limits: (name) => leave(name, 'limits'),
    old: (name) => leave(name, 'person', false),
    undo: (name) => joinBack(name),
    rejoin: (name) => joinBack(name),
    cancel: (name) => {
      const dispatch = dispatchOf(name);
      dispatch.event = { ...dispatch.event, cancelledAt: dispatch.event.cancelledAt ?? now };
    },
    wait: () => {
      now += MINUTE;
    },
  };
  const everLeft: OptOutRecord[] = [];
  for (const { verb, name } of acts) {
    now += 2 * SECOND;
    ACTS[verb](name);
    everLeft.push(...records());
  }
  const kept = records();
  const charged = (record: OptOutRecord): OptOutConsequence | null =>
    chargedConsequence(dispatchOf(record.dispatchId).event, kept);
  return {
    kept,
    everLeft,
    charged,
    /** To the devices that count as having left the record's dispatch. */
    toldTo: ({ dispatchId }: OptOutRecord): OptOutConsequence[] => {
      const dispatch = dispatchOf(dispatchId);
      return countedIn(dispatch).flatMap((deviceId) => dispatch.told.get(deviceId) ?? []);
    },
    price: () => optOutConsequence(dispatchOf('Z').event, { optOuts: kept, toldAt: now }, now),
  };
};
