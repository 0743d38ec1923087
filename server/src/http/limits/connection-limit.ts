import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { PER_CLIENT } from './client-limits.ts';
import { clientOf } from '../network.ts';

/** Beyond its share of connections, the client's connection that was idle longest is closed. */
export const limitConnections = (server: Server): void => {
  // Of each client, the connection used longest ago first.
  const connections = new Map<string, Set<Socket>>();
  const busy = new WeakSet<Socket>();

  server.on('connection', (socket: Socket) => {
    const client = clientOf(socket.remoteAddress ?? '');
    const own = connections.get(client) ?? new Set();
    connections.set(client, own.add(socket));
    socket.once('close', () => {
      own.delete(socket);
      if (own.size === 0) connections.delete(client);
    });
    if (own.size > PER_CLIENT.connections) [...own].find((one) => !busy.has(one))?.destroy();
  });
  server.on('request', ({ socket }, response) => {
    busy.add(socket);
    const own = connections.get(clientOf(socket.remoteAddress ?? ''));
    if (own?.delete(socket)) own.add(socket);
    response.once('close', () => busy.delete(socket));
  });
};
