import type { Program } from '#contract/entities/program.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../time/time.ts';
import type { DemandEvent } from '../event.ts';
import type { OptOutCause, Participation } from '../participation.ts';
import { chargedConsequence, optOutConsequence } from '../people/consequence.ts';
import type { OptOutConsequence, OptOutRecord } from '../people/consequence.ts';
import { keptOptOuts } from '../people/house-dispatch.ts';
import type { HouseDispatch } from '../people/house-dispatch.ts';
import { joinAgain } from '../people/people.ts';
import { cooling, eventOf, START } from './facts.ts';
import { participationOf } from './participation.ts';

export const VERBS = ['leave', 'undo', 'rejoin', 'wall', 'limits', 'cancel', 'old', 'wait'] as const;
export type Verb = (typeof VERBS)[number];

/** What a home does, or what happens, to the event of that name. Acts follow each other by two seconds, `wait` takes a minute. */
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
  participation: Participation;
  optOuts: HouseDispatch['optOuts'];
}

/** One home through a season: events A, B, … on days one after the other, X a year later. All acts are before the first. */
export const livedSeason = (
  acts: readonly Act[],
  { free = 1, price = { type: 'amount', amount: 2_500 }, late = '', locked = '' }: SeasonOptions = {},
) => {
  const program: Program = { ...cooling, optOut: { allowed: true, freePerSeason: free, price } };
  const dispatches = new Map<string, Dispatch>();
  const dispatchOf = (name: string): Dispatch => {
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
    const known = dispatches.get(name) ?? { event, participation: participationOf(event), optOuts: {} };
    dispatches.set(name, known);
    return known;
  };
  const records = (): OptOutRecord[] =>
    [...dispatches.values()].flatMap(({ event, optOuts }) =>
      Object.entries(optOuts).map(([programId, { at, told }]) => ({
        dispatchId: event.dispatchId,
        programId,
        startTime: event.startTime,
        at,
        isCancelled: event.cancelledAt !== null,
        told,
      })),
    );
  let now = START - 2 * DAY;
  const keep = (dispatch: Dispatch, cause: OptOutCause, isTold = true): void => {
    const { event, participation } = dispatch;
    const toldAt = event.startTime - (late.includes(event.id) ? 5 * MINUTE : 3 * DAY);
    const told = isTold ? optOutConsequence(event, { optOuts: records(), toldAt }, now) : null;
    dispatch.optOuts = keptOptOuts(dispatch.optOuts, participation.optOutCounted ? [program.id] : [], () => ({
      at: now,
      cause,
      told,
    }));
  };
  const leave = (dispatch: Dispatch, cause: OptOutCause, isTold = true): void => {
    const { event, participation } = dispatch;
    const isRefused = cause === 'person' && !event.optOutAllowed;
    if (participation.optOut !== null || event.cancelledAt !== null || isRefused) return;
    dispatch.participation = { ...participation, optOut: { at: now, cause }, optOutCounted: true };
    keep(dispatch, cause, isTold);
  };
  const joinBack = (dispatch: Dispatch): void => {
    const change = joinAgain(dispatch.event, dispatch.participation, now);
    if ('refused' in change) return;
    dispatch.participation = change.changed;
    keep(dispatch, 'person');
  };
  const ACTS: Readonly<Record<Verb, (name: string) => void>> = {
    leave: (name) => leave(dispatchOf(name), 'person'),
    wall: (name) => leave(dispatchOf(name), 'wall'),
    limits: (name) => leave(dispatchOf(name), 'limits'),
    old: (name) => leave(dispatchOf(name), 'person', false),
    undo: (name) => joinBack(dispatchOf(name)),
    rejoin: (name) => joinBack(dispatchOf(name)),
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
    price: () => optOutConsequence(dispatchOf('Z').event, { optOuts: kept, toldAt: now }, now),
  };
};
