import type { PGlite } from '@electric-sql/pglite';
import { PgBoss, fromKysely, fromPglite } from 'pg-boss';
import type { Db } from '../db/connection.ts';

interface CommandJob {
  readonly providerId: string;
  readonly houseId: string;
  readonly commandId: string;
}

/** Every job with its data. A job is sent inside the transaction of the change that needs it. */
export interface JobData {
  'send-command': CommandJob;
  /** A command that keeps hot water below the safety ceiling: retried until the device can be reached again. */
  'lower-setpoint': CommandJob;
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

/** Never retried, even if the worker crashes: a second text message is worse than none. */
const atMostOnce = { retryLimit: 0, expireInSeconds: 60, deleteAfterSeconds: 86_400 } as const;

/** Commands are retried only until they expire, two minutes after they were accepted. */
const QUEUES = {
  'send-command': {
    retryLimit: 6,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 30,
    deleteAfterSeconds: 86_400,
  },
  'lower-setpoint': {
    retryLimit: 400,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 300,
    deleteAfterSeconds: 86_400,
  },
  'send-mail': {
    retryLimit: 8,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 600,
    expireInSeconds: 60,
    deleteAfterSeconds: 86_400,
  },
  'send-sms': atMostOnce,
  'send-voice': atMostOnce,
} as const satisfies Record<JobName, object>;

/** Seconds between polls for jobs that wait for a retry; new jobs are announced by NOTIFY. */
const POLL_SECONDS = {
  'send-command': 2,
  'lower-setpoint': 2,
  'send-mail': 3,
  'send-sms': 30,
  'send-voice': 30,
} as const satisfies Record<JobName, number>;

export interface Jobs {
  readonly send: <N extends JobName>(tx: Db, name: N, data: JobData[N]) => Promise<void>;
  /** The id of a job stays the same when it is tried again. */
  readonly work: <N extends JobName>(
    name: N,
    handler: (data: JobData[N], id: string) => Promise<void>,
  ) => Promise<void>;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const SCHEMA = 'jobs';
const UNKNOWN_JOB_ID = '00000000-0000-0000-0000-000000000000';

const createBoss = (database: PGlite | string): PgBoss => {
  const shared = { schema: SCHEMA, useListenNotify: true, schedule: false } as const;
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

export const createJobs = (database: PGlite | string, onError: (error: Error) => void): Jobs => {
  const boss = createBoss(database);
  boss.on('error', onError);
  return {
    start: async () => {
      await boss.start();
      for (const [name, options] of Object.entries(QUEUES)) {
        if (!(await boss.getQueue(name))) await boss.createQueue(name, { ...options, notify: true });
        // Fills pg-boss's queue cache now: on the embedded database a look-up inside a transaction would wait for itself.
        await boss.deleteJob(name, UNKNOWN_JOB_ID);
      }
    },
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
    send: async (tx, name, data) => {
      await boss.send(name, data, { db: fromKysely(tx) });
    },
    work: async (name, handler) => {
      await boss.work<JobData[typeof name]>(
        name,
        { batchSize: 1, pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: POLL_SECONDS[name] },
        async ([job]) => {
          if (job) await handler(job.data, job.id);
        },
      );
    },
  };
};
