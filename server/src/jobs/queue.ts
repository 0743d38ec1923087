import type { PGlite } from '@electric-sql/pglite';
import { PgBoss, fromKysely, fromPglite } from 'pg-boss';
import type { JobResult } from 'pg-boss';
import type { Db } from '../db/connection.ts';

export interface CommandJob {
  readonly providerId: string;
  readonly houseId: string;
  readonly commandId: string;
}

/** Every job with its data. A job is sent inside the transaction of the change that needs it. */
export interface JobData {
  /** Commands of persons and schedules. */
  'send-command': CommandJob;
  /** Steps of events, thousands at once: they hold up nobody who waits in front of a screen. */
  'send-event-command': CommandJob;
  /** Brings a device back to what it held before an event: retried for a day. */
  'restore-device': CommandJob;
  /** A command that keeps hot water below the safety ceiling: retried until the device can be reached again. */
  'lower-setpoint': CommandJob;
  /** Makes the file with one's data, from scratch at each try. */
  'make-download': { readonly providerId: string; readonly accountId: string; readonly id: string };
  /** Checks a file of the provider, or applies it, from the page that the try before has got to. */
  'run-import': { readonly providerId: string; readonly id: string };
  'send-mail': SealedMessage;
  'send-sms': SealedMessage;
  'send-voice': SealedMessage;
}

/** Messages contain codes and links, so they are encrypted in the database. */
interface SealedMessage {
  readonly providerId: string;
  readonly sealed: string;
}

export type JobName = keyof JobData;

const SECONDS_PER_HOUR = 3_600;

/** Never retried, even if the worker crashes: a second text message is worse than none. */
const atMostOnce = { retryLimit: 0, expireInSeconds: 60, deleteAfterSeconds: 24 * SECONDS_PER_HOUR } as const;

/**
 * Seconds. While a worker runs, its node refreshes the heartbeat of its jobs; those of a node that died are found without one
 * after this time, and tried again. Nobody who opts out waits for the return of a device because a node was killed.
 */
const HEARTBEAT = 10;
/** Several refreshes have to fail before a job is taken for one of a node that died. */
const HEARTBEAT_REFRESH = 2.5;
/** Seconds between two looks for such jobs; one node of all does it, and another one as soon as that one does not. */
const SUPERVISION = 4;
/** Seconds. Longer than the time-out of a link call, so that no job that still runs is started a second time. */
const COMMAND_RUNS_AT_MOST = 60;

/** Retried for as long as the command may live; the command's own expiry ends it. */
const forADay = {
  retryLimit: 1_500,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 60,
  expireInSeconds: COMMAND_RUNS_AT_MOST,
  heartbeatSeconds: HEARTBEAT,
  retentionSeconds: 25 * SECONDS_PER_HOUR,
  deleteAfterSeconds: 24 * SECONDS_PER_HOUR,
} as const;

/** Work of minutes. */
const forAnHour = {
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 60,
  expireInSeconds: SECONDS_PER_HOUR,
  heartbeatSeconds: HEARTBEAT,
  retentionSeconds: SECONDS_PER_HOUR,
  deleteAfterSeconds: SECONDS_PER_HOUR,
} as const;

const QUEUES = {
  'send-command': {
    retryLimit: 120,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 10,
    expireInSeconds: COMMAND_RUNS_AT_MOST,
    heartbeatSeconds: HEARTBEAT,
    retentionSeconds: SECONDS_PER_HOUR,
    deleteAfterSeconds: 24 * SECONDS_PER_HOUR,
  },
  'send-event-command': forADay,
  'restore-device': forADay,
  'lower-setpoint': forADay,
  'make-download': { ...forAnHour, retryLimit: 4 },
  'run-import': { ...forAnHour, retryLimit: 100 },
  'send-mail': {
    retryLimit: 8,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 600,
    expireInSeconds: 60,
    deleteAfterSeconds: 24 * SECONDS_PER_HOUR,
  },
  'send-sms': atMostOnce,
  'send-voice': atMostOnce,
} as const satisfies Record<JobName, object>;

/** Seconds between polls for jobs that wait for a retry; new jobs are announced by NOTIFY. */
const POLL_SECONDS = {
  'send-command': 2,
  'send-event-command': 2,
  'restore-device': 2,
  'lower-setpoint': 2,
  'make-download': 2,
  'run-import': 2,
  'send-mail': 3,
  'send-sms': 30,
  'send-voice': 30,
} as const satisfies Record<JobName, number>;

export const COMMAND_JOBS = [
  'send-command',
  'send-event-command',
  'restore-device',
  'lower-setpoint',
] as const;
export type CommandJobName = (typeof COMMAND_JOBS)[number];

/** Workers of each queue of commands; each takes a batch, so that the product is how many commands of a link run at once. */
export const COMMAND_WORKERS = {
  'send-command': 2,
  'send-event-command': 2,
  'restore-device': 2,
  'lower-setpoint': 1,
} as const satisfies Record<CommandJobName, number>;
const COMMAND_BATCH = 16;

/**
 * Device links with queues of their own: the commands of one that hangs wait in its queues and hold up no other link. Commands
 * of other makers share the queues that are named like the jobs.
 */
export interface LinkQueues {
  readonly links: readonly string[];
  /** The link of a maker's devices; null: none with queues of its own. */
  readonly linkOf: (maker: string) => string | null;
}

const ONE_QUEUE: LinkQueues = { links: [], linkOf: () => null };

export interface Jobs {
  /** `maker`: of a command's device; decides the queue. */
  readonly send: <N extends JobName>(tx: Db, name: N, data: JobData[N], maker?: string) => Promise<void>;
  /** Many jobs of one name, with one statement for each queue that they belong to. */
  readonly sendMany: <N extends JobName>(
    tx: Db,
    name: N,
    jobs: readonly {
      readonly data: JobData[N];
      readonly maker?: string;
      /** Not before this time of the database's clock. */
      readonly startAfter?: Date;
    }[],
  ) => Promise<void>;
  /** The id of a job stays the same when it is tried again. */
  readonly work: <N extends Exclude<JobName, CommandJobName>>(
    name: N,
    handler: (data: JobData[N], id: string) => Promise<void>,
  ) => Promise<void>;
  /** The handler gets several commands of one link at once; one for which it returns an error is tried again later. */
  readonly workOnCommands: (
    name: CommandJobName,
    handler: (jobs: readonly CommandJob[]) => Promise<readonly (Error | null)[]>,
  ) => Promise<void>;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Jobs of a queue that a node works on at once. */
const BATCH = {
  'make-download': 1,
  'run-import': 1,
  'send-mail': 8,
  'send-sms': 8,
  'send-voice': 8,
} as const satisfies Record<Exclude<JobName, CommandJobName>, number>;
/** Somebody waits for what is sent by itself, such as a code: it goes before what was sent to many. */
const ALONE = 1;

const resultOf = (id: string, error: unknown): JobResult =>
  error === null
    ? { id, status: 'completed' }
    : { id, status: 'failed', output: { message: error instanceof Error ? error.message : 'failed' } };

const SCHEMA = 'jobs';
const UNKNOWN_JOB_ID = '00000000-0000-0000-0000-000000000000';

const createBoss = (database: PGlite | string): PgBoss => {
  const shared = {
    schema: SCHEMA,
    useListenNotify: true,
    schedule: false,
    superviseIntervalSeconds: SUPERVISION,
    // A node whose turn comes shortly after that of another one leaves it out, one that comes at its usual time does not.
    monitorIntervalSeconds: SUPERVISION - 1,
  } as const;
  return typeof database === 'string'
    ? new PgBoss({ ...shared, connectionString: database, application_name: 'porchlight-jobs', max: 4 })
    : new PgBoss({ ...shared, db: fromPglite(database), backend: 'pglite' });
};

/** Creates the tables of the queue, so that a start from a copied database need not. */
export const createJobTables = async (database: PGlite | string): Promise<void> => {
  const jobs = createJobs(database, () => {});
  await jobs.start();
  await jobs.stop();
};

const queueNameOf = (name: JobName, link: string | null): string =>
  link === null ? name : `${name}.${link}`;

export const createJobs = (
  database: PGlite | string,
  onError: (error: Error) => void,
  { links, linkOf }: LinkQueues = ONE_QUEUE,
): Jobs => {
  const boss = createBoss(database);
  boss.on('error', onError);
  const queueFor = (name: JobName, maker: string | undefined): string =>
    queueNameOf(name, maker === undefined ? null : linkOf(maker));
  const queuesOf = (name: CommandJobName): string[] =>
    [null, ...links].map((link) => queueNameOf(name, link));

  const createOrUpdateQueue = async (queue: string, options: object): Promise<void> => {
    const wanted = { ...options, notify: true };
    if (await boss.getQueue(queue)) await boss.updateQueue(queue, wanted);
    else await boss.createQueue(queue, wanted);
    // Fills pg-boss's queue cache now: on the embedded database a look-up inside a transaction would wait for itself.
    await boss.deleteJob(queue, UNKNOWN_JOB_ID);
  };

  return {
    start: async () => {
      await boss.start();
      for (const [name, options] of Object.entries(QUEUES)) await createOrUpdateQueue(name, options);
      for (const name of COMMAND_JOBS) {
        for (const link of links) await createOrUpdateQueue(queueNameOf(name, link), QUEUES[name]);
      }
    },
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
    send: async (tx, name, data, maker) => {
      await boss.send(queueFor(name, maker), data, { db: fromKysely(tx), priority: ALONE });
    },
    sendMany: async (tx, name, jobs) => {
      for (const [queue, own] of Map.groupBy(jobs, ({ maker }) => queueFor(name, maker))) {
        await boss.insert(
          queue,
          own.map(({ data, startAfter }) => ({ data, ...(startAfter ? { startAfter } : {}) })),
          { db: fromKysely(tx) },
        );
      }
    },
    work: async (name, handler) => {
      const options = {
        batchSize: BATCH[name],
        ...('heartbeatSeconds' in QUEUES[name] ? { heartbeatRefreshSeconds: HEARTBEAT_REFRESH } : {}),
        burstWhenBatchFull: true,
        perJobResults: true,
        pollingIntervalSeconds: 1,
        notifyPollingIntervalSeconds: POLL_SECONDS[name],
      } as const;
      await boss.work<JobData[typeof name], undefined, typeof options>(name, options, (jobs) =>
        Promise.all(
          jobs.map(({ data, id }) =>
            handler(data, id).then(
              () => resultOf(id, null),
              (error: unknown) => resultOf(id, error),
            ),
          ),
        ),
      );
    },
    workOnCommands: async (name, handler) => {
      const options = {
        batchSize: COMMAND_BATCH,
        localConcurrency: COMMAND_WORKERS[name],
        heartbeatRefreshSeconds: HEARTBEAT_REFRESH,
        burstWhenBatchFull: true,
        perJobResults: true,
        pollingIntervalSeconds: 1,
        notifyPollingIntervalSeconds: POLL_SECONDS[name],
      } as const;
      for (const queue of queuesOf(name)) {
        await boss.work<CommandJob, undefined, typeof options>(queue, options, async (jobs) => {
          const errors = await handler(jobs.map(({ data }) => data));
          return jobs.map(({ id }, index) => resultOf(id, errors[index] ?? null));
        });
      }
    },
  };
};
