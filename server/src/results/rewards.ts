import type { Program } from '#contract/entities/program.ts';
import type { Reward } from '#contract/entities/result.ts';
import { balanceOf, seasonSoFar } from '#domain/results/rewards/ledger.ts';
import type { Db } from '../db/connection.ts';
import type { HouseScope } from '../lib/scope/scope.ts';
import type { Providers } from '../providers/registry.ts';
import * as houses from '../stores/house/house.ts';
import { ledgerOfHouse } from '../stores/results/reward-entries.ts';
import type { StoredEntry } from '../stores/results/reward-entries.ts';

const isoOf = (time: number): string => new Date(time).toISOString();

const toEntry = ({ time, startTime, receipts, ...entry }: StoredEntry): Reward['entries'][number] => ({
  ...entry,
  time: isoOf(time),
  startTime: isoOf(startTime),
  receipts: [...receipts],
});

const seasonOf = (program: Program, ledger: readonly StoredEntry[], now: Date): Reward['seasons'] => {
  const entries = ledger.filter(({ programId }) => programId === program.id);
  const current = seasonSoFar(program, entries, entries, now.getTime());
  if (current === null) return [];
  const { season, balance } = current;
  return [
    {
      programId: program.id,
      programName: program.name,
      from: isoOf(season.from),
      to: isoOf(season.to),
      currency: program.currency,
      balance,
    },
  ];
};

/** The ledger of a house, what stands where now, and the present season of each of its programs. */
export const rewardOfHouse = async (
  { db, providers }: { readonly db: Db; readonly providers: Providers },
  scope: HouseScope,
  now: Date,
): Promise<Reward> => {
  const ledger = await ledgerOfHouse(db, scope);
  const { programParticipants } = await houses.get(db, scope, true);
  const ids = new Set(programParticipants?.map(({ programId }) => programId));
  const programs = providers.byId(scope.providerId)?.programs.filter(({ id }) => ids.has(id)) ?? [];
  const byCurrency = Map.groupBy(ledger, ({ currency }) => currency);
  return {
    entries: ledger.toReversed().map(toEntry),
    balance: [...byCurrency].map(([currency, entries]) => ({ currency, ...balanceOf(entries) })),
    seasons: programs.flatMap((program) => seasonOf(program, ledger, now)),
  };
};
