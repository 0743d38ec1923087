import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as TcpServer } from 'node:net';
import type { Socket } from 'node:net';
import { SECOND } from '#domain/time/time.ts';
import { every, quietTurn, sleep, systemTime } from '../lib/clock/clock.ts';

/** Before the port closes, connections are kept for so long: then clients have one, and nobody is about to make another. */
const SETTLE = SECOND / 2;
/** A connection that was idle for so long is not about to be used. */
const IDLE = 2 * SECOND;
const IDLE_ROUND = SECOND / 10;

/** Since when each connection without a request has been idle. */
const trackIdle = (server: Server): ReadonlyMap<Socket, number> => {
  const idleSince = new Map<Socket, number>();
  const markIdle = (socket: Socket): void => {
    if (!socket.destroyed) idleSince.set(socket, systemTime.monotonic());
  };
  server.on('connection', (socket: Socket) => {
    markIdle(socket);
    socket.once('close', () => idleSince.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    idleSince.delete(socket);
    response.once('close', () => markIdle(socket));
  });
  return idleSince;
};

export interface GracefulStop {
  /** Whether an answer is to be the last one of its connection (`Connection: close`). */
  readonly isLastAnswer: () => boolean;
  /**
   * Stops the server without breaking a request. For `delay` ms it goes on serving, while a load balancer notices that the
   * node is not ready, and connections end with their next answer. Then the port is closed, at a moment when nobody waits to
   * be accepted; requests under way get `drain` ms, and connections are closed once they are idle.
   */
  readonly stop: (times: { readonly delay: number; readonly drain: number }) => Promise<void>;
}

export const createGracefulStop = (server: Server): GracefulStop => {
  const idleSince = trackIdle(server);
  let isLastAnswer = false;
  return {
    isLastAnswer: () => isLastAnswer,
    stop: async ({ delay, drain }) => {
      isLastAnswer = true;
      if (!server.listening) return;
      if (delay > 0) {
        await sleep(Math.max(0, delay - SETTLE));
        isLastAnswer = false;
        await sleep(Math.min(delay, SETTLE));
      }
      const closed = once(server, 'close');
      await quietTurn();
      // The port alone: close() of an HTTP server would also end connections that a client is about to use.
      TcpServer.prototype.close.call(server);
      isLastAnswer = true;
      const closeIdle = () => {
        const limit = systemTime.monotonic() - (delay > 0 ? IDLE : 0);
        for (const [socket, since] of idleSince) if (since <= limit) socket.destroy();
      };
      const stopRounds = every(IDLE_ROUND, () => void quietTurn().then(closeIdle));
      void sleep(drain, { keepAlive: false }).then(() => server.closeAllConnections());
      await closed;
      stopRounds();
    },
  };
};
