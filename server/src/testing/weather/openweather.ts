import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const KEY = 'dummy-key-of-openweather';
export const asked = { units: 'metric', lang: 'en', cnt: null } as const;
export const boulder = { latitude: 40.02, longitude: -105.28, timezone: 'America/Denver' };

export const CONDITION = { id: 500, main: 'Rain', description: 'light rain', icon: '10d' };
export const CURRENT = {
  coord: { lon: -105, lat: 40 },
  weather: [CONDITION],
  main: { temp: 51.3, humidity: 60 },
  dt: 1_794_000_000,
  cod: 200,
};
const step = (dt: number, temp: number) => ({
  dt,
  main: { temp },
  weather: [CONDITION],
  pop: 0.4,
  rain: { '3h': 1.5 },
});
/** From midnight in Denver on. */
export const DENVER_DAY = Date.parse('2026-11-15T07:00:00Z') / 1000;
export const STEPS = {
  cod: '200',
  list: Array.from({ length: 40 }, (_, index) => step(DENVER_DAY + index * 10_800, 40 + (index % 8))),
};

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;
export const json =
  (body: unknown, status = 200): Answer =>
  (_request, response) =>
    response
      .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
      .end(JSON.stringify(body));

/** A server that answers in place of OpenWeather, and keeps what it was asked. */
export const startUpstream = async () => {
  const requests: URL[] = [];
  let answer: Answer = json(CURRENT);
  const server: Server = createServer((request, response) => {
    requests.push(new URL(request.url ?? '', 'http://upstream'));
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    asked: requests,
    origin: `http://127.0.0.1:${port}`,
    answers: (next: Answer) => {
      answer = next;
      requests.length = 0;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
