import type { Language } from '#contract/entities/account.ts';
import type { Download } from '#contract/entities/download.ts';
import { DOWNLOAD_KEPT, downloadStateAt } from '#domain/account/download-state.ts';
import { reserveAttempts } from '../../auth/attempt-budgets.ts';
import { requireFresh } from '../../auth/confirm-identity.ts';
import type { AuthDeps } from '../../auth/deps.ts';
import { BUDGET_RULES } from '../../auth/rules.ts';
import type { Db } from '../../db/connection.ts';
import { AppError } from '../../lib/app-error.ts';
import { addMs } from '../../lib/clock/clock.ts';
import { requireHistory } from '../../lib/history-progress.ts';
import type { HistoryProgress } from '../../lib/history-progress.ts';
import type { AccountScope } from '../../lib/scope/scope.ts';
import { newId } from '../../lib/secrets/random.ts';
import { ownedHousehold } from '../../stores/household/household.ts';
import * as downloads from '../../stores/household/own-downloads.ts';
import type { OwnDownload } from '../../stores/household/own-downloads.ts';
import * as audit from '../../stores/system/audit.ts';

export interface RequestDeps extends AuthDeps {
  readonly historyProgress: HistoryProgress;
}

const NONE: Download = { state: 'none', houseId: null, bytes: 0, until: null };

const toWire = (found: OwnDownload | null, now: Date): Download => {
  const state = found ? downloadStateAt(found, now) : 'none';
  if (!found || state === 'none') return NONE;
  const { houseId, bytes, createdAt } = found;
  return { state, houseId, bytes, until: addMs(createdAt, DOWNLOAD_KEPT).toISOString() };
};

/** Whether the download is of a household that the person owns, or did until lately: not of one that moved in since. */
export const isStillOwner = async (
  { db, clock }: Pick<AuthDeps, 'clock'> & { readonly db: Db },
  scope: AccountScope,
  { houseId, createdAt }: OwnDownload,
): Promise<boolean> => {
  const household = await ownedHousehold(db, scope, houseId, clock.now());
  return household !== null && household.since <= createdAt;
};

/** The download of the person. One whose household is not theirs any more is deleted. */
export const findDownload = async (
  deps: Pick<AuthDeps, 'clock'> & { readonly db: Db },
  scope: AccountScope,
): Promise<OwnDownload | null> => {
  const found = await downloads.find(deps.db, scope);
  if (!found || (await isStillOwner(deps, scope, found))) return found;
  await downloads.remove(deps.db, scope, found);
  return null;
};

export const downloadState = async (
  deps: Pick<AuthDeps, 'db' | 'clock'>,
  scope: AccountScope,
): Promise<Download> => toWire(await findDownload(deps, scope), deps.clock.now());

/** Begins a download, unless one is being made. */
export const requestDownload = async (
  deps: RequestDeps,
  scope: AccountScope,
  { houseId, language }: { readonly houseId: string; readonly language: Language },
): Promise<Download> => {
  const { db, clock, random, jobs } = deps;
  const { providerId, accountId } = scope;
  if ((await ownedHousehold(db, scope, houseId, clock.now())) === null) throw new AppError('not_found');
  await requireHistory(deps.historyProgress, { providerId, houseId });
  await requireFresh(deps, scope);
  return db.transaction().execute(async (tx) => {
    await downloads.lockAccount(tx, scope);
    const now = clock.now();
    const present = toWire(await findDownload({ db: tx, clock }, scope), now);
    if (present.state === 'making') return present;
    await reserveAttempts(tx, scope, [[BUDGET_RULES.download, houseId]], now);
    const id = newId(random);
    await downloads.begin(tx, scope, { id, houseId, language, now });
    await audit.record(tx, random, now, { providerId, accountId, houseId, action: 'data-requested' });
    await jobs.send(tx, 'make-download', { providerId, accountId, id });
    return toWire(await downloads.find(tx, scope), now);
  });
};
