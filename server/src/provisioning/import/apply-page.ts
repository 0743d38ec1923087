import type { ImportKind } from '#domain/provisioning/columns.ts';
import type { Db, RootDb } from '../../db/connection.ts';
import type { Clock } from '../../lib/clock/clock.ts';
import type { OwnerScope } from '../../lib/scope/scope.ts';
import { systemHouseScope, systemOwnerScope, systemProviderScope } from '../../lib/scope/system-scope.ts';
import { LANGUAGES } from '../../lib/text/i18n.ts';
import { newId } from '../../lib/secrets/random.ts';
import type { Random } from '../../lib/secrets/random.ts';
import type { Providers } from '../../providers/registry.ts';
import { planDevices } from './device-lines.ts';
import { planEnrolments } from './enrolment-lines.ts';
import { planHomes } from './home-lines.ts';
import type { Departure, PageActs, PageContext, Planners, PlannedPage, StagedLine } from './lines.ts';
import { planPeople } from './person-lines.ts';

export interface PageDeps {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly random: Random;
  readonly providers: Providers;
  /** Names of the device links that run. */
  readonly runningLinks: readonly string[];
  /** `by`: who changes the homes. */
  readonly acts: (by: OwnerScope) => PageActs;
}

const PLANNERS: Planners = {
  homes: planHomes,
  people: planPeople,
  devices: planDevices,
  enrolments: planEnrolments,
};

type Context = Omit<PageContext, 'isLocked'>;

export const contextOf = (
  { clock, random, providers, runningLinks, acts }: PageDeps,
  { providerId, accountId }: Pick<OwnerScope, 'providerId' | 'accountId'>,
): Context => ({
  scope: systemProviderScope({ providerId }),
  now: clock.now(),
  programs: providers.byId(providerId)?.programs ?? [],
  links: runningLinks,
  newId: () => newId(random),
  houseOf: (houseId) => systemHouseScope({ providerId, houseId }),
  languages: LANGUAGES,
  acts: acts(systemOwnerScope({ providerId, accountId })),
});

/** Returns the houses that had devices in events. */
export const leaveEvents = async (
  tx: Db,
  { acts, houseOf }: Context,
  departures: readonly Departure[],
): Promise<ReadonlySet<string>> => {
  const inEvents = new Set<string>();
  for (const { houseId, why } of departures.toSorted((a, b) => (a.houseId < b.houseId ? -1 : 1))) {
    if (await acts.leaveEvents(tx, houseOf(houseId), why)) inEvents.add(houseId);
  }
  return inEvents;
};

/** Homes were changed between the comparison without locks and the one that counts. */
export class ChangedMeanwhile extends Error {
  constructor() {
    super('homes were changed while a page was applied');
  }
}

const plan = (
  tx: Db,
  context: Context,
  kind: ImportKind,
  lines: readonly StagedLine[],
  isLocked: boolean,
): Promise<PlannedPage> => PLANNERS[kind](tx, { ...context, isLocked }, lines);

/** What lines would change. */
export const comparePage = (
  tx: Db,
  context: Context,
  kind: ImportKind,
  lines: readonly StagedLine[],
): Promise<PlannedPage> => plan(tx, context, kind, lines, false);

/** Writes what lines change, and what follows from it outside of provisioning. */
export const applyPage = async (
  tx: Db,
  context: Context,
  kind: ImportKind,
  lines: readonly StagedLine[],
): Promise<PlannedPage> => {
  const { departures } = await plan(tx, context, kind, lines, false);
  // Events and devices before houses, as everywhere.
  const inEvents = await leaveEvents(tx, context, departures);
  const houseIds = departures.map(({ houseId }) => houseId);
  const planned = await plan(tx, context, kind, lines, true);
  if (planned.departures.some(({ houseId }) => !houseIds.includes(houseId))) throw new ChangedMeanwhile();
  await planned.write(tx, inEvents);
  return planned;
};
