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

test('[T-39] [T-44] a body that does not come is cut off after its time, and a file that is read as it comes is not', async () => {
  const app = fastify();
  limitUnfinishedBodies(app, 50);
  app.addContentTypeParser('text/csv', (_request, payload, done) => done(null, payload));
  app.post('/', async () => 'read');
  app.route({
    method: 'POST',
    url: '/file',
    handler: async (request) => {
      request.readAsItComes?.();
      let bytes = 0;
      for await (const chunk of request.body as AsyncIterable<Buffer>) bytes += chunk.length;
      return { bytes };
    },
  });
  app.post('/refused', async (request, reply) => {
    request.readAsItComes?.();
    return reply.code(422).send('refused');
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const begin = (path: string, type: string, length: number): Socket => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n{`,
    );
    return socket;
  };
  const file = begin('/file', 'text/csv', 3);
  await once(app.server, 'request');
  const refused = begin('/refused', 'text/csv', 9);
  const refusal = once(refused, 'data');
  const isCut = once(refused, 'close');
  const slow = begin('/', 'application/json', 9);
  const [[answer]] = await Promise.all([once(slow, 'data'), once(slow, 'close')]);
  expect(String(answer)).toContain('request_timeout');
  expect(String(await refusal)).toMatch(/^HTTP\/1.1 422 /);
  await isCut;
  file.write('ab');
  const [read] = await once(file, 'data');
  expect(String(read)).toMatch(/"bytes":3/);
  file.destroy();
  await app.close();
});
