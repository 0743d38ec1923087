import type { DeviceKind } from '#contract/entities/device.ts';
import type { Program } from '#contract/entities/program.ts';
import { overlaps } from '../events/season.ts';
import { UNCHANGED, differences, refused } from './change.ts';
import type { Problem, Refused, Unchanged } from './change.ts';

/** Pending: nobody has agreed to it yet. */
export type EnrolmentState = 'pending' | 'active' | 'ended';

/** Why an enrolment has ended, or ends, that an owner of the home ended. */
export const LEFT_BY_OWNER = 'left_by_owner';

/** Times in ms. */
export interface EnrolmentFields {
  readonly state: EnrolmentState;
  readonly groupName: string;
  readonly since: number;
  /** null: it has no end. */
  readonly until: number | null;
  readonly consentAt: number | null;
  readonly consentSource: string | null;
  readonly endReason: string | null;
}

export interface EnrolmentLine {
  /** undefined: as it is stored. */
  readonly from?: number | undefined;
  readonly until?: number | null | undefined;
  readonly groupName?: string | null | undefined;
  readonly consentAt?: number | null | undefined;
  readonly consentSource?: string | null | undefined;
  readonly endReason?: string | null | undefined;
}

type Rules = Pick<Program, 'id' | 'kinds' | 'side' | 'season'>;

interface OtherEnrolment extends Pick<EnrolmentFields, 'state' | 'since' | 'until'> {
  readonly program: Rules;
}

export interface EnrolmentContext {
  readonly now: number;
  /** null: the provider has no such program. */
  readonly program: Rules | null;
  readonly kind: DeviceKind;
  /** Of the home, or its postal code. */
  readonly defaultGroup: string;
  /** Of the device in other programs. */
  readonly others: readonly OtherEnrolment[];
}

export type EnrolmentChange =
  | Unchanged
  | Refused
  | { readonly outcome: 'new' | 'changed'; readonly fields: EnrolmentFields };

/** Days of a year in order, one span or two where the season reaches over its turn. */
const daysOf = (season: Program['season']): { readonly from: string; readonly to: string }[] => {
  const { from, to } = season ?? { from: '01-01', to: '12-31' };
  return from <= to
    ? [{ from, to }]
    : [
        { from, to: '12-31' },
        { from: '01-01', to },
      ];
};

const shareDays = (a: Program['season'], b: Program['season']): boolean =>
  daysOf(a).some((one) => daysOf(b).some((other) => one.from <= other.to && other.from <= one.to));

const spanOf = ({ since, until }: Pick<EnrolmentFields, 'since' | 'until'>) => ({
  from: since,
  to: until ?? Number.POSITIVE_INFINITY,
});

/** Two programs would want the same of the device in the same season. */
const excludes =
  (program: Rules, own: EnrolmentFields) =>
  ({ program: other, state, ...times }: OtherEnrolment): boolean =>
    state !== 'ended' &&
    other.id !== program.id &&
    other.side === program.side &&
    shareDays(other.season, program.season) &&
    overlaps(spanOf(own), spanOf(times));

const stateOf = (fields: Omit<EnrolmentFields, 'state'>, stored: EnrolmentFields | null, now: number) => {
  const { until, endReason, consentAt } = fields;
  // Who leaves in an event stays in it to its end.
  if (endReason !== null && endReason !== LEFT_BY_OWNER) return 'ended';
  if (until !== null && until <= now) return 'ended';
  return consentAt !== null || stored?.state === 'active' ? 'active' : 'pending';
};

/** Whoever has left a program is in it again only with another consent. */
const consentOf = (line: EnrolmentLine, stored: EnrolmentFields | null, now: number) => {
  const { consentAt = stored?.consentAt ?? null, consentSource = stored?.consentSource ?? null } = line;
  const ended = stored?.state === 'ended';
  const endReason = line.endReason === undefined ? (stored?.endReason ?? null) : line.endReason;
  const until = line.until === undefined ? (stored?.until ?? null) : line.until;
  const isAgain = ended && endReason === null && (until === null || until > now);
  return isAgain && line.consentAt === undefined
    ? { consentAt: null, consentSource: null }
    : { consentAt, consentSource };
};

/** Whom an owner took out of a program is in it again only with a consent of a later time, whatever else a line says. */
const withoutRepeats = (line: EnrolmentLine, stored: EnrolmentFields | null): EnrolmentLine => {
  if (stored?.endReason !== LEFT_BY_OWNER || typeof line.endReason === 'string') return line;
  const isLater = typeof line.consentAt === 'number' && line.consentAt > (stored.until ?? 0);
  return isLater
    ? { ...line, until: line.until ?? null, endReason: null }
    : { ...line, until: stored.until, endReason: stored.endReason };
};

/** What one line about a device in a program does to its enrolment. */
export const enrolmentChange = (
  given: EnrolmentLine,
  stored: EnrolmentFields | null,
  { now, program, kind, defaultGroup, others }: EnrolmentContext,
): EnrolmentChange => {
  const fail = (problem: Problem) => refused(problem);
  const line = withoutRepeats(given, stored);
  if (!program) return fail({ column: 'program_id', code: 'program_unknown' });
  const kept = <K extends keyof EnrolmentLine & keyof EnrolmentFields>(key: K) =>
    line[key] === undefined ? (stored?.[key] ?? null) : line[key];
  const since = line.from ?? stored?.since;
  if (since === undefined) return fail({ column: 'from', code: 'missing' });
  const fields = {
    since,
    until: kept('until'),
    groupName: kept('groupName') ?? defaultGroup,
    ...consentOf(line, stored, now),
    endReason: kept('endReason'),
  };
  if (fields.until !== null && fields.until <= fields.since) {
    return fail({ column: 'until', code: 'until_before_from' });
  }
  const own: EnrolmentFields = { ...fields, state: stateOf(fields, stored, now) };
  // What a program of before took may still be ended.
  const isEnded = stored !== null && own.state === 'ended';
  if (!isEnded && !program.kinds.includes(kind)) {
    return fail({ column: 'program_id', code: 'kind_not_in_program', value: kind });
  }
  const other = own.state === 'ended' ? undefined : others.find(excludes(program, own));
  if (other) return fail({ column: 'program_id', code: 'other_program', value: other.program.id });
  if (!stored) return { outcome: 'new', fields: own };
  return Object.keys(differences(own, stored)).length === 0 ? UNCHANGED : { outcome: 'changed', fields: own };
};
