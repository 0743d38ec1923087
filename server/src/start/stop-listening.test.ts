import { once } from 'node:events';
import { Agent, createServer, get } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { SECOND } from '#domain/time/time.ts';
import { yieldToEventLoop } from '../lib/clock/clock.ts';
import { createGracefulStop } from './stop-listening.ts';

let server: Server;
let agent: Agent;
afterEach(() => {
  agent.destroy();
  server.closeAllConnections();
});

/** A server that answers when it is told to. */
const start = async () => {
  const answers: (() => void)[] = [];
  agent = new Agent({ keepAlive: true });
  server = createServer((_request, response) => {
    answers.push(() => {
      if (listening.isLastAnswer()) response.setHeader('connection', 'close');
      response.end('answered');
    });
    server.emit('asked');
  });
  const listening = createGracefulStop(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const call = async () => {
    const sent = get({ host: '127.0.0.1', port, agent });
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return `${await text(answer)}, ${answer.headers.connection}`;
  };
  /** Resolves once the server has the request. */
  const ask = async () => {
    const arrival = once(server, 'asked');
    const answered = call();
    await arrival;
    return { answered };
  };
  return { port, answers, ask, stop: (delay: number) => listening.stop({ delay, drain: 30 * SECOND }) };
};

test('requests that come during the delay, and those under way after it, get the last answer of their connection; then nobody listens', async () => {
  const { port, answers, ask, stop } = await start();
  const early = await ask();
  const stopped = stop(SECOND);
  const during = await ask();
  answers.pop()?.();
  expect(await during.answered).toBe('answered, close');
  const late = await ask();
  while (server.listening) await yieldToEventLoop();
  for (const answer of answers) answer();
  expect(await Promise.all([early.answered, late.answered])).toEqual(['answered, close', 'answered, close']);
  await stopped;
  const [error] = await once(connect(port, '127.0.0.1'), 'error');
  expect(error.code).toBe('ECONNREFUSED');
});

test('an idle connection, and one that never asked anything, are closed and do not delay the stop', async () => {
  const { port, answers, ask, stop } = await start();
  const silent = connect(port, '127.0.0.1');
  await once(silent, 'connect');
  const { answered } = await ask();
  answers.pop()?.();
  expect(await answered).toBe('answered, keep-alive');
  const cut = once(silent, 'close');
  await stop(0);
  await cut;
  expect(server.listening).toBe(false);
});
