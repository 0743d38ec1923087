import { once } from 'node:events';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { expect, test } from 'vitest';
import { PER_CLIENT } from './client-limits.ts';
import { limitConnections } from './connection-limit.ts';

test('[T-39] beyond the share of a client its connection that was idle longest is closed, never one with a request', async () => {
  const answers: ServerResponse[] = [];
  const server = createServer((_request, response) => void answers.push(response));
  limitConnections(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const open = async (): Promise<Socket> => {
    const accepted = once(server, 'connection');
    const socket = connect(port, '127.0.0.1');
    await Promise.all([accepted, once(socket, 'connect')]);
    return socket;
  };
  const busy = await open();
  busy.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
  await once(server, 'request');
  const idle: Socket[] = [];
  while (idle.length < PER_CLIENT.connections - 1) idle.push(await open());
  const [oldest] = idle;
  const closed = oldest && once(oldest, 'close');
  const newest = await open();
  await closed;
  answers[0]?.end('served');
  expect(String((await once(busy, 'data'))[0])).toContain('served');
  expect(idle.filter(({ destroyed }) => destroyed)).toHaveLength(1);
  expect(newest.destroyed).toBe(false);
  for (const socket of [busy, newest, ...idle]) socket.destroy();
  server.closeAllConnections();
  server.close();
});
