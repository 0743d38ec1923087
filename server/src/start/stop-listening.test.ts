import { once } from 'node:events';
import { Agent, createServer, get } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { SECOND } from '#domain/time.ts';
import { stopListening } from './stop-listening.ts';

let server: Server;
const agent = new Agent({ keepAlive: true });
afterEach(() => server.closeAllConnections());

/** A server that answers when it is told to, as one that is stopping: with the connection's last answer. */
const start = async () => {
  const asked: (() => void)[] = [];
  server = createServer((_request, response) => {
    response.setHeader('connection', isStopping ? 'close' : 'keep-alive');
    asked.push(() => response.end('answered'));
    server.emit('asked');
  });
  let isStopping = false;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const call = async (): Promise<string> => {
    const sent = get({ host: '127.0.0.1', port, agent });
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return text(answer);
  };
  const stop = (delay: number) => {
    isStopping = true;
    return stopListening(server, { delay, drain: 30 * SECOND });
  };
  return { port, asked, call, stop };
};

test('requests that come during the delay, and those under way after it, are answered; then the port is closed', async () => {
  const { port, asked, call, stop } = await start();
  const early = call();
  await once(server, 'asked');
  const stopped = stop(SECOND / 10);
  expect(server.listening).toBe(true);
  const late = call();
  await once(server, 'asked');
  while (server.listening) await new Promise((resolve) => setImmediate(resolve));
  for (const answer of asked) answer();
  expect(await Promise.all([early, late])).toEqual(['answered', 'answered']);
  await stopped;
  const refused = connect(port, '127.0.0.1');
  const [error] = await once(refused, 'error');
  expect(error.code).toBe('ECONNREFUSED');
});

test('an idle connection is closed, and does not delay the stop', async () => {
  const { asked, call, stop } = await start();
  const answered = call();
  await once(server, 'asked');
  asked[0]?.();
  expect(await answered).toBe('answered');
  await stop(0);
  expect(server.listening).toBe(false);
});
