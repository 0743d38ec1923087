import { MINUTE, SECOND } from '#domain/time/time.ts';
import { downloadStateAt } from '#domain/account/download-state.ts';
import type { AuthDeps } from '../../auth/deps.ts';
import { AppError } from '../../lib/app-error.ts';
import { addMs, every } from '../../lib/clock/clock.ts';
import type { Clock } from '../../lib/clock/clock.ts';
import type { AccountScope } from '../../lib/scope/scope.ts';
import * as downloads from '../../stores/household/own-downloads.ts';
import type { OwnDownload } from '../../stores/household/own-downloads.ts';
import * as audit from '../../stores/system/audit.ts';
import { chunkBinding } from './chunk-binding.ts';
import { findDownload, isStillOwner } from './request-download.ts';

/** Who reads so slowly that it takes longer is cut off. */
const LONGEST = 15 * MINUTE;

export interface FetchDeps extends AuthDeps {
  readonly onError: (error: unknown, what: string) => void;
}

/** A signal that is aborted after so long; `stop` ends the watch. */
const abortAfter = (clock: Clock, longest: number) => {
  const tooLong = new AbortController();
  const until = addMs(clock.now(), longest);
  const stop = every(SECOND, () => {
    if (clock.now() > until) tooLong.abort();
  });
  return { signal: tooLong.signal, stop };
};

/** Of the file one chunk is in memory; the right to it is looked at again for each. */
const chunksOf = async function* (
  { db, clock, random, keys }: AuthDeps,
  scope: AccountScope,
  file: OwnDownload,
) {
  const { providerId, accountId } = scope;
  const { houseId, bytes } = file;
  await audit.record(db, random, clock.now(), { providerId, accountId, houseId, action: 'data-downloaded' });
  let sent = 0;
  for (let number = 0; sent < bytes; number += 1) {
    const sealed = (await isStillOwner({ db, clock }, scope, file))
      ? await downloads.findChunk(db, scope, file, number)
      : null;
    if (sealed === null) throw new AppError('not_found');
    const chunk = keys.openBytes('download', chunkBinding(scope, file, number), sealed);
    sent += chunk.length;
    yield chunk;
  }
};

/** The file, which is deleted once all of it was sent. */
export const fetchDownload = async (deps: FetchDeps, scope: AccountScope) => {
  const { db, clock, onError } = deps;
  const file = await findDownload({ db, clock }, scope);
  if (!file || downloadStateAt(file, clock.now()) !== 'ready') throw new AppError('not_found');
  const { signal, stop } = abortAfter(clock, LONGEST);
  return {
    name: `${scope.providerId}-home-data-${file.createdAt.toISOString().slice(0, 10)}.zip`,
    length: file.bytes,
    chunks: chunksOf(deps, scope, file),
    signal,
    onSent: (): void => {
      downloads.remove(db, scope, file).catch((error: unknown) => onError(error, 'deleting a download'));
    },
    onClose: stop,
  };
};
