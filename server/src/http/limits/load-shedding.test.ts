import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { PER_CLIENT, PER_CONNECTION, PER_NODE } from './client-limits.ts';
import { shedLoad } from './load-shedding.ts';
import { limitPipelinedRequests } from './pipelined-requests.ts';

/** More than the buffers of a connection hold. */
const LARGE = Buffer.alloc(32 * 1024 * 1024);

const startServer = async () => {
  const app = fastify({ trustProxy: true });
  const sockets: Socket[] = [];
  const reached = new Map<string, number>();
  const answer = Promise.withResolvers<string>();
  limitPipelinedRequests(app);
  shedLoad(app);
  app.addHook('preHandler', async ({ url }) => {
    reached.set(url, (reached.get(url) ?? 0) + 1);
  });
  app.get('/large', async () => LARGE);
  app.get('/small', async () => 'served');
  app.get('/later', () => answer.promise);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  onTestFinished(async () => {
    answer.resolve('');
    for (const socket of sockets) socket.destroy();
    await app.close();
  });
  const open = (ip: string, path: string, times = 1): Socket => {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => {});
    socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\nx-forwarded-for: ${ip}\r\n\r\n`.repeat(times));
    return socket;
  };
  const countAt = (path: string) => reached.get(path) ?? 0;
  return { app, open, countAt, answer };
};

test('[T-39] answers that nobody reads hold no slot', async () => {
  const { app, open, countAt } = await startServer();
  for (let client = 0; client < PER_NODE.requests / PER_CLIENT.requests; client += 1) {
    for (let count = 0; count < PER_CLIENT.requests; count += 1)
      open(`198.51.100.${client}`, '/large').pause();
  }
  await expect.poll(() => countAt('/large'), { timeout: 30_000 }).toBe(PER_NODE.requests);
  const answer = await app.inject({ url: '/small', headers: { 'x-forwarded-for': '203.0.113.9' } });
  expect([answer.statusCode, answer.body]).toEqual([200, 'served']);
});

test('[T-39] a connection that sends many requests without waiting for answers is closed, and what it had sent is dropped', async () => {
  const { open, countAt, answer } = await startServer();
  const allowed = open('198.51.100.1', '/later', PER_CONNECTION.requests);
  await expect.poll(() => countAt('/later'), { timeout: 30_000 }).toBe(PER_CONNECTION.requests);
  await once(open('198.51.100.2', '/later?flood', PER_CONNECTION.requests * 50).resume(), 'close');
  expect(countAt('/later?flood')).toBeLessThanOrEqual(PER_CONNECTION.requests);
  let text = '';
  allowed.on('data', (chunk) => (text += String(chunk)));
  answer.resolve('served');
  const answered = () => text.split('HTTP/1.1 200').length - 1;
  await expect.poll(answered, { timeout: 30_000 }).toBe(PER_CONNECTION.requests);
});
