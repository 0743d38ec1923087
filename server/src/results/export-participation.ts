import type { DeviceParticipation, ParticipationPage } from '#contract/entities/settlement.ts';
import { countedOutcome, countsAsContacted, exclusionIn } from '#domain/events/outcome.ts';
import type { Participation } from '#domain/events/participation.ts';
import type { Receipt } from '#domain/results/receipt.ts';
import { AppError } from '../lib/app-error.ts';
import type { OperatorScope } from '../lib/scope/scope.ts';
import * as audit from '../stores/system/audit.ts';
import { findEvent } from '../stores/events/events.ts';
import type { StoredEvent } from '../stores/events/events.ts';
import { newestReceipts } from '../stores/results/receipts.ts';
import { pageOfHousesInEvent, participationsOfHouses } from '../stores/results/settlements.ts';
import { accountHoldersAt } from '../stores/results/account-holders.ts';
import type { AccountHolder } from '../stores/results/account-holders.ts';
import type { SettlementDeps } from './pay-rewards.ts';

/** Houses of one answer. */
const PAGE = 500;

const toRow = (
  event: StoredEvent,
  participation: Participation,
  holder: AccountHolder,
  receipt: Receipt | null,
  now: number,
): DeviceParticipation => {
  const { houseId, deviceId, eased, optOut } = participation;
  const outcome = countedOutcome(event, participation, now);
  return {
    ...holder,
    houseId,
    deviceId,
    kind: event.kind,
    outcome,
    excluded: outcome === 'excluded' ? (exclusionIn(event, participation)?.code ?? null) : null,
    contacted: countsAsContacted(outcome),
    eased,
    optOutAt: optOut && new Date(optOut.at).toISOString(),
    optOutCause: optOut?.cause ?? null,
    version: receipt?.version ?? null,
    state: receipt?.state ?? null,
    rule: receipt && `${receipt.rule} ${receipt.ruleVersion}`,
    estimated: receipt?.estimated ?? null,
    baselineWh: receipt?.baselineWh ?? null,
    actualWh: receipt?.actualWh ?? null,
    reductionWh: receipt?.reductionWh ?? null,
    noResult: receipt?.reason?.code ?? null,
  };
};

/** Every device in an event with its outcome and newest receipt, by house. */
export const listParticipation = async (
  { db, clock, random }: SettlementDeps,
  scope: OperatorScope,
  eventId: string,
  after: string | null,
): Promise<ParticipationPage> => {
  const { providerId, accountId } = scope;
  const event = await findEvent(db, { providerId, eventId });
  if (!event) throw new AppError('not_found');
  const now = clock.now();
  if (after === null) {
    const entry = { action: 'participation-exported', detail: { eventId } } as const;
    await audit.record(db, random, now, { providerId, accountId, ...entry });
  }
  const houses = await pageOfHousesInEvent(db, { providerId, eventId }, after ?? '', PAGE);
  const participations = await participationsOfHouses(db, providerId, [eventId], houses);
  const receipts = new Map(
    (await newestReceipts(db, providerId, [eventId], houses)).map(({ houseId, receipt }) => [
      JSON.stringify([houseId, receipt.deviceId]),
      receipt,
    ]),
  );
  const holders = await accountHoldersAt(db, providerId, houses, new Date(event.startTime));
  return {
    rows: participations.flatMap(({ houseId, deviceId, participation }) => {
      const holder = holders.get(houseId);
      const receipt = receipts.get(JSON.stringify([houseId, deviceId])) ?? null;
      return holder ? [toRow(event, participation, holder, receipt, now.getTime())] : [];
    }),
    next: houses.length < PAGE ? null : (houses.at(-1) ?? null),
  };
};
