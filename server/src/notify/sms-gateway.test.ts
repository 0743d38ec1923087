import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TextMessage } from './channels.ts';
import { createGateway } from './sms-gateway.ts';

describe('gateway', () => {
  const asked: { url: string; authorization: string; fields: Record<string, string> }[] = [];
  let answer: { status: number; body: object } = { status: 201, body: { sid: 'SM1' } };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      asked.push({
        url: request.url ?? '',
        authorization: request.headers.authorization ?? '',
        fields: Object.fromEntries(new URLSearchParams(body)),
      });
      response
        .writeHead(answer.status, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer.body));
    });
  });
  let gateway: ReturnType<typeof createGateway>;
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    gateway = createGateway({ url, account: 'AC123', token: 'dummy', from: '+13035550100' }, fetch);
  });
  afterAll(() => void server.close());
  beforeEach(() => {
    asked.length = 0;
    answer = { status: 201, body: { sid: 'SM1' } };
  });
  const message: TextMessage = { providerId: 'sunvale', id: 'job', to: '+13035550142', text: 'Código <1>' };

  test('[PHONE-1] texts and calls are requests in the gateway’s format', async () => {
    expect(await gateway.send(message)).toBe('sent');
    expect(await gateway.call({ ...message, language: 'es' })).toBe('sent');
    const authorization = `Basic ${Buffer.from('AC123:dummy').toString('base64')}`;
    expect(asked).toEqual([
      {
        url: '/2010-04-01/Accounts/AC123/Messages.json',
        authorization,
        fields: { From: '+13035550100', To: '+13035550142', Body: 'Código <1>' },
      },
      {
        url: '/2010-04-01/Accounts/AC123/Calls.json',
        authorization,
        fields: {
          From: '+13035550100',
          To: '+13035550142',
          Twiml: '<Response><Say language="es-MX">Código &lt;1&gt;</Say></Response>',
        },
      },
    ]);
  });

  test('[T-15] an opted-out number is an outcome; any other error fails the job', async () => {
    answer = { status: 400, body: { code: 21_610 } };
    expect(await gateway.send(message)).toBe('opted-out');
    answer = { status: 500, body: {} };
    await expect(gateway.send(message)).rejects.toThrow('answered 500');
    answer = { status: 307, body: {} };
    await expect(gateway.send(message)).rejects.toThrow(/fetch failed|redirect/);
  });
});
