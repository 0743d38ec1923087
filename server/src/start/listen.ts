import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AppMetrics } from '../http/health/metrics.ts';
import { StartFailure } from '../lib/start-failure.ts';

interface ListenAddress {
  /** The name of the setting that says the port. */
  readonly setting: 'PORT' | 'METRICS_PORT';
  readonly host: string;
  readonly port: number;
}

const explain = (error: unknown, { setting, host, port }: ListenAddress): unknown => {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new StartFailure(
      `Port ${port} on ${host} is in use; stop what uses it, or set ${setting} to another one.`,
    );
  }
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartFailure(
      `The server cannot listen on ${host}:${port} (${code}); check HOST and ${setting}.`,
    );
  }
  return error;
};

/** Waits for the port, and says in one sentence why it cannot be had. */
export const listenAt = async (
  place: ListenAddress,
  listen: (place: ListenAddress) => Promise<unknown>,
): Promise<void> => {
  try {
    await listen(place);
  } catch (error) {
    throw explain(error, place);
  }
};

/** Metrics have a port of their own, which no reverse proxy leads to. */
export const createMetricsServer = ({ render }: Pick<AppMetrics, 'render'>): Server =>
  createServer((request, response) => {
    const answer = (status: number, text: string) => {
      response.statusCode = status;
      response.setHeader('content-type', 'text/plain; version=0.0.4; charset=utf-8');
      response.end(text);
    };
    if (request.url !== '/metrics') return answer(404, '');
    render().then(
      (text) => answer(200, text),
      () => answer(500, ''),
    );
  });

export const listenOn = (server: Server, { host, port }: ListenAddress): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
