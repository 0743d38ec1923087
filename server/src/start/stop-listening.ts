import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as TcpServer } from 'node:net';
import { performance } from 'node:perf_hooks';
import { SECOND } from '#domain/time.ts';
import { every, nextTurn, sleep } from '../lib/clock.ts';

/** Under full load no turn is quiet. */
const MAX_TURNS = 1_000;
const IDLE_ROUND = SECOND / 10;

/** Waits for a turn of the event loop in which nothing arrived: then no connection and no request waits to be taken. */
const quietTurn = async (): Promise<void> => {
  const events = () => performance.nodeTiming.uvMetricsInfo.events;
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    const before = events();
    await nextTurn();
    if (events() === before) return;
  }
};

interface StopOptions {
  /** How long the node goes on serving, while a load balancer notices that it is not ready. */
  readonly delay: number;
  /** How long requests under way then get. */
  readonly drain: number;
}

/**
 * Stops a server without breaking a request. The caller has made every answer the last one of its connection
 * (`Connection: close`), so that during the delay busy connections end by themselves. Then the port is closed, at a moment when
 * nobody waits to be accepted, and connections that are left are closed once they are idle.
 */
export const stopListening = async (server: Server, { delay, drain }: StopOptions): Promise<void> => {
  if (!server.listening) return;
  await sleep(delay);
  await quietTurn();
  const closed = once(server, 'close');
  // The port alone: close() of an HTTP server would also end connections that a client is about to use.
  TcpServer.prototype.close.call(server);
  const stopRounds = every(IDLE_ROUND, () => void quietTurn().then(() => server.closeIdleConnections()));
  void sleep(drain, { keepAlive: false }).then(() => server.closeAllConnections());
  await closed;
  stopRounds();
};
