import type { BalancePage, HouseBalance, Payment } from '#contract/entities/settlement.ts';
import { balanceOf, ledgerAsOf, paymentEntries } from '#domain/results/rewards/ledger.ts';
import { sum } from '#domain/results/numbers.ts';
import { MINUTE } from '#domain/time/time.ts';
import { requireFresh } from '../auth/confirm-identity.ts';
import type { RootDb } from '../db/connection.ts';
import { AppError } from '../lib/app-error.ts';
import type { Clock } from '../lib/clock/clock.ts';
import type { Random } from '../lib/secrets/random.ts';
import type { OperatorScope } from '../lib/scope/scope.ts';
import type { Providers } from '../providers/registry.ts';
import * as audit from '../stores/system/audit.ts';
import { insertEntries, ledgersOf, pageOfRewardedHouses } from '../stores/results/reward-entries.ts';
import type { HouseholdEntry, NewEntry } from '../stores/results/reward-entries.ts';
import { readAccountHolders } from '../stores/results/account-holders.ts';
import { lockHouses } from '../stores/results/settlements.ts';

export interface SettlementDeps {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly random: Random;
  readonly providers: Providers;
}

/** Houses of one answer, or of one transaction. */
const PAGE = 500;

/** Clocks of nodes differ a little. */
const CLOCKS_DIFFER = MINUTE;

/** A list of a moment that has not come yet would be paid without what is earned until then. */
const requirePast = (moment: number, now: Date): void => {
  if (moment > now.getTime() + CLOCKS_DIFFER) {
    throw new AppError('bad_request', { detail: 'asOf: must not lie in the future' });
  }
};

/** What a household has earned in one program. */
const byProgram = (ledger: readonly HouseholdEntry[]): Map<string, HouseholdEntry[]> =>
  Map.groupBy(ledger, ({ household, programId, currency }) =>
    JSON.stringify([household, programId, currency]),
  );

/** What each household has earned as of a moment, so that what is paid by the list can be marked by the same moment. */
export const listBalances = async (
  { db, clock, random }: SettlementDeps,
  scope: OperatorScope,
  { after, asOf }: { readonly after: string | null; readonly asOf: Date | null },
): Promise<BalancePage> => {
  const now = clock.now();
  const moment = asOf ?? now;
  const { providerId, accountId } = scope;
  requirePast(moment.getTime(), now);
  if (after === null) {
    await audit.record(db, random, now, { providerId, accountId, action: 'rewards-exported' });
  }
  const houses = await pageOfRewardedHouses(db, scope, after ?? '', PAGE);
  const ids = houses.map(({ houseId }) => houseId);
  // Locked: entries that are being written, and count by this moment when it is paid, are waited for.
  const ledgers = await db.transaction().execute(async (tx) => {
    await lockHouses(tx, providerId, ids);
    return ledgersOf(tx, scope, ids);
  });
  const holderOf = await readAccountHolders(db, providerId, ids);
  const ofHouse = Map.groupBy(ledgerAsOf(ledgers, moment.getTime()), ({ houseId }) => houseId);
  const rows = houses.flatMap(({ houseId, address }) =>
    [...byProgram(ofHouse.get(houseId) ?? []).values()].flatMap((entries): HouseBalance[] => {
      const [first] = entries;
      const holder = first && holderOf(houseId, first.household);
      if (!first || !holder) return [];
      const { programId, currency } = first;
      return [{ ...holder, houseId, address, programId, currency, ...balanceOf(entries) }];
    }),
  );
  return {
    asOf: moment.toISOString(),
    rows,
    next: houses.length < PAGE ? null : (houses.at(-1)?.houseId ?? null),
  };
};

const totalsOf = (paid: readonly NewEntry[]): Payment['amounts'] =>
  [...Map.groupBy(paid, ({ currency }) => currency)].map(([currency, entries]) => ({
    currency,
    amount: sum(entries.map(({ amount }) => amount)),
  }));

/** Marks as paid what was confirmed by then. A page of houses at a time: what a stop leaves out is marked by the next call. */
export const markPaid = async (
  deps: SettlementDeps,
  scope: OperatorScope,
  { programIds, asOf }: { readonly programIds: readonly string[]; readonly asOf: number },
): Promise<Payment> => {
  const { db, clock, random, providers } = deps;
  const { providerId, accountId } = scope;
  const knownPrograms = new Set(providers.byId(providerId)?.programs.map(({ id }) => id));
  const unknown = programIds.find((id) => !knownPrograms.has(id));
  if (unknown !== undefined) throw new AppError('program_unknown', { detail: unknown });
  requirePast(asOf, clock.now());
  await requireFresh(deps, scope);
  const paid: NewEntry[] = [];
  for (let after: string | undefined = ''; after !== undefined;) {
    const houses = await pageOfRewardedHouses(db, scope, after, PAGE);
    const ids = houses.map(({ houseId }) => houseId);
    const added = await db.transaction().execute(async (tx) => {
      await lockHouses(tx, providerId, ids);
      const now = clock.now();
      const ledger = (await ledgersOf(tx, scope, ids)).filter(({ programId }) =>
        programIds.includes(programId),
      );
      const entries = [...Map.groupBy(ledger, ({ houseId }) => houseId).values()].flatMap((ofHouse) =>
        paymentEntries(ledgerAsOf(ofHouse, asOf), now.getTime()).map((entry) => {
          const { houseId = '', programId = '' } =
            ofHouse.find(({ eventId }) => eventId === entry.eventId) ?? {};
          return { ...entry, houseId, programId };
        }),
      );
      await insertEntries(tx, providerId, entries);
      for (const { currency, amount } of totalsOf(entries)) {
        const detail = { programs: programIds.join(' '), entries: entries.length, amount, currency };
        await audit.record(tx, random, now, { providerId, accountId, action: 'rewards-paid', detail });
      }
      return entries;
    });
    paid.push(...added);
    after = houses.length < PAGE ? undefined : houses.at(-1)?.houseId;
  }
  return { houses: new Set(paid.map(({ houseId }) => houseId)).size, amounts: totalsOf(paid) };
};
