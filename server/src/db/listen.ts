import type { PGlite } from '@electric-sql/pglite';
import { Client } from 'pg';
import { SECOND } from '#domain/time/time.ts';
import { sleep } from '../lib/clock/clock.ts';

const RECONNECT_AFTER = SECOND;

export interface Listener {
  readonly onMessage: (payload: string) => void;
  /** Heard again after a time in which messages were lost. */
  readonly onReconnect: () => void;
  readonly onError: (error: Error) => void;
}

/** On a connection of its own, which is opened again when it breaks. */
const listenOnPostgres = async (
  url: string,
  channel: string,
  { onMessage, onReconnect, onError }: Listener,
): Promise<() => Promise<void>> => {
  let isStopped = false;
  let client: Client | null = null;
  const connect = async (onConnected?: () => void): Promise<void> => {
    const next = new Client({
      connectionString: url,
      connectionTimeoutMillis: 5 * SECOND,
      application_name: 'porchlight-listen',
      keepAlive: true,
    });
    client = next;
    let isLost = false;
    const reconnect = async (): Promise<void> => {
      if (isLost || isStopped) return;
      isLost = true;
      await next.end().catch(() => {});
      await sleep(RECONNECT_AFTER, { keepAlive: false });
      if (!isStopped) await connect(onReconnect);
    };
    const lose = (error: Error): void => {
      if (!isLost && !isStopped) onError(error);
      void reconnect();
    };
    next.on('error', lose);
    next.on('end', () => void reconnect());
    next.on('notification', ({ payload = '' }) => onMessage(payload));
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
      onConnected?.();
    } catch (error) {
      lose(error as Error);
    }
  };
  await connect();
  return async () => {
    isStopped = true;
    await client?.end().catch(() => {});
  };
};

/** Calls back for each message of committed transactions, of all nodes; inside the process on the embedded database. */
export const listen = (
  database: PGlite | string,
  channel: string,
  listener: Listener,
): Promise<() => Promise<void>> =>
  typeof database === 'string'
    ? listenOnPostgres(database, channel, listener)
    : database.listen(channel, listener.onMessage);
