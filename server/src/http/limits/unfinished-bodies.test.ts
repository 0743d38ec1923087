import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { PER_NODE } from './client-limits.ts';
import { limitUnfinishedBodies } from './unfinished-bodies.ts';

test('[T-39] of more unfinished bodies than a node holds, each of another client, the oldest is cut off, and no other', async () => {
  const app = fastify({ trustProxy: true });
  limitUnfinishedBodies(app);
  app.post('/', async () => 'read');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const begin = (number: number): Socket => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    const client = `x-forwarded-for: 10.0.${number >> 8}.${number & 255}`;
    socket.write(
      `POST / HTTP/1.1\r\nhost: a\r\n${client}\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{`,
    );
    return socket;
  };
  const oldest = begin(0);
  await once(app.server, 'request');
  const others = Array.from({ length: PER_NODE.unfinishedBodies }, (_, index) => begin(index + 1));
  await once(oldest, 'data');
  expect(others.filter((socket) => socket.destroyed || socket.bytesRead > 0)).toEqual([]);
  for (const socket of [oldest, ...others]) socket.destroy();
  await app.close();
});
