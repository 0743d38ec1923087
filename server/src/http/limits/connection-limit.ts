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
    const ofClient = connections.get(client) ?? new Set();
    connections.set(client, ofClient.add(socket));
    socket.once('close', () => {
      ofClient.delete(socket);
      if (ofClient.size === 0) connections.delete(client);
    });
    if (ofClient.size > PER_CLIENT.connections) [...ofClient].find((open) => !busy.has(open))?.destroy();
  });
  server.on('request', ({ socket }, response) => {
    busy.add(socket);
    const ofClient = connections.get(clientOf(socket.remoteAddress ?? ''));
    if (ofClient?.delete(socket)) ofClient.add(socket);
    response.once('close', () => busy.delete(socket));
  });
};
