import { Agent, request } from 'node:http';

/** Calls one address over a fixed number of connections for a fixed number of calls, with the given headers in turn. */
export const callsPerSecond = async (
  url: string,
  headers: readonly Readonly<Record<string, string>>[],
  { calls, connections }: { readonly calls: number; readonly connections: number },
): Promise<number> => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let left = calls;
  const one = (): Promise<void> =>
    new Promise((resolve, reject) => {
      request(url, { agent, headers: headers[left % headers.length] ?? {} }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`));
        answer.resume().once('end', resolve);
      })
        .once('error', reject)
        .end();
    });
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await one();
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: connections }, worker));
  agent.destroy();
  return calls / ((performance.now() - started) / 1_000);
};

export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;

export const median = (values: readonly number[]): number => percentile(values, 0.5);
