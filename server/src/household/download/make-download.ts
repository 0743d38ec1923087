import { isDeepStrictEqual } from 'node:util';
import { MINUTE, SECOND } from '#domain/time/time.ts';
import type { RootDb } from '../../db/connection.ts';
import type { JobData, Jobs } from '../../jobs/queue.ts';
import { addMs, sleep } from '../../lib/clock/clock.ts';
import type { Clock, TimeSources } from '../../lib/clock/clock.ts';
import { systemOwnDataScope, systemOwnerScope } from '../../lib/scope/system-scope.ts';
import type { OwnerScope } from '../../lib/scope/scope.ts';
import type { Keys } from '../../lib/secrets/keys.ts';
import { ownedHousehold } from '../../stores/household/household.ts';
import * as downloads from '../../stores/household/own-downloads.ts';
import type { OwnDownload } from '../../stores/household/own-downloads.ts';
import { chunkBinding } from './chunk-binding.ts';
import { listOwnFiles, readmeOf } from './own-files.ts';
import { zipOf } from './zip.ts';

/** Bytes of the file in one row. */
const CHUNK = 256 * 1_024;
/** So often it is tried; a retry of the queue is one more. */
export const MOST_RUNS = 5;
/** So often the row tells that the job goes on, and how many bytes there are. */
const TOUCH_EVERY = 2 * SECOND;
/** A file that is not complete by then is given up: it holds up those of others. */
const LONGEST = 30 * MINUTE;

export interface MakeDeps {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly keys: Keys;
  /** What a run awaits between two pages, so that others get their turn. */
  readonly createPause: () => () => Promise<void>;
  readonly isStopped: () => boolean;
}

/** Rests so many times as long as it worked: a download takes this share of a processor at most. */
const REST = 3;
const LONGEST_REST = SECOND;

export const createPauseOf = (time: TimeSources) => () => {
  let since = time.monotonic();
  return async (): Promise<void> => {
    const worked = time.monotonic() - since;
    await sleep(Math.min(REST * worked, LONGEST_REST));
    since = time.monotonic();
  };
};

/** `lost`: the person is no owner of this household any more; `superseded`: another run has followed; the file stays theirs. */
class Ended extends Error {
  readonly why: 'lost' | 'superseded';

  constructor(why: Ended['why']) {
    super(`the download is ${why}`);
    this.why = why;
  }
}

/** Writes what is added as sealed rows of a fixed size. */
const createChunkWriter = ({ db, clock, keys }: MakeDeps, owner: OwnerScope, run: OwnDownload) => {
  let parts: Uint8Array[] = [];
  let held = 0;
  let bytes = 0;
  let number = 0;
  let touchedAt = clock.now();

  const update = async (tx: Parameters<typeof downloads.update>[0], state: OwnDownload['state']) => {
    touchedAt = clock.now();
    if (!(await downloads.update(tx, owner, run, { state, bytes, touchedAt }))) throw new Ended('superseded');
  };
  const writeChunk = async (state: OwnDownload['state']): Promise<void> => {
    const content = Buffer.concat(parts);
    const sealed = keys.seal('download', chunkBinding(owner, run, number), content);
    await db.transaction().execute(async (tx) => {
      await update(tx, state);
      await downloads.addChunk(tx, owner, number, sealed);
    });
    parts = [];
    held = 0;
    number += 1;
  };
  return {
    add: async (part: Uint8Array): Promise<void> => {
      parts.push(part);
      held += part.length;
      bytes += part.length;
      if (held >= CHUNK) await writeChunk('making');
    },
    touch: async (): Promise<void> => {
      if (clock.now() >= addMs(touchedAt, TOUCH_EVERY)) await update(db, 'making');
    },
    finish: () => writeChunk('ready'),
  };
};

const write = async (deps: MakeDeps, owner: OwnerScope, run: OwnDownload): Promise<void> => {
  const { db, clock, createPause, isStopped } = deps;
  const { houseId, language } = run;
  const household = await ownedHousehold(db, owner, houseId, clock.now());
  if (household === null || household.since > run.createdAt) throw new Ended('lost');
  const scope = systemOwnDataScope(owner, { houseId, ...household });
  const begunAt = clock.now();
  const pause = createPause();
  const writer = createChunkWriter(deps, owner, run);
  const beforePage = async (): Promise<void> => {
    await pause();
    if (isStopped()) throw new Error('the server stops');
    if (clock.now() > addMs(begunAt, LONGEST)) throw new Error('it takes too long');
    // Who is removed, or closes the household, while it is made gets no more of it.
    const now = await ownedHousehold(db, owner, houseId, clock.now());
    if (!isDeepStrictEqual(now, household)) throw new Ended('lost');
    await writer.touch();
  };
  const readme = await readmeOf(db, scope, language, run.createdAt);
  for await (const part of zipOf(listOwnFiles({ db, scope, beforePage }, readme), run.createdAt)) {
    await writer.add(part);
  }
  await writer.finish();
};

/** Makes a download from scratch, whatever an earlier run has left. */
export const makeDownload = async (
  deps: MakeDeps,
  { id, ...account }: JobData['make-download'],
): Promise<void> => {
  const { db, clock } = deps;
  const owner = systemOwnerScope(account);
  const run = await downloads.startRun(db, owner, id, clock.now());
  if (!run) return;
  try {
    await write(deps, owner, run);
  } catch (error) {
    if (error instanceof Ended) {
      if (error.why === 'lost') await downloads.remove(db, owner, run);
      return;
    }
    const state = run.run >= MOST_RUNS ? 'failed' : 'waiting';
    await downloads.update(db, owner, run, { state, touchedAt: clock.now() });
    throw error;
  }
};

/** Starts the worker, one on each node. Failures are logged; the queue tries again. */
export const startDownloads = (
  deps: MakeDeps,
  jobs: Jobs,
  onError: (error: unknown, what: string) => void,
): Promise<void> =>
  jobs.work('make-download', async (data) => {
    try {
      await makeDownload(deps, data);
    } catch (error) {
      if (!deps.isStopped()) onError(error, 'making a download');
      throw error;
    }
  });
