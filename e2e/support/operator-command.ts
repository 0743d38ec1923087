import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from './fixtures.ts';
import { PASSWORD } from './server.ts';

const MAIN = path.resolve(import.meta.dirname, '../../tools/operator/main.ts');

/** `npm run operator` at a server, signed in as the demo's operator; answers as JSON. */
export const signInOperator = async (url: string) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'porchlight-operator-'));
  const run = async <T = unknown>(...args: readonly string[]): Promise<T> => {
    const file = path.join(folder, 'operator.json');
    const child = spawn(process.execPath, [MAIN, '--token-file', file, '--json', ...args], {
      env: { ...process.env, PORCHLIGHT_PASSWORD: PASSWORD },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [out, error] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk));
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (error += chunk));
    const [code] = (await once(child, 'close')) as [number | null];
    expect(code, error).toBe(0);
    return JSON.parse(out) as T;
  };
  await run('login', '--url', url, '--email', 'operator@porchlight.example');
  return { run, signOut: () => rm(folder, { recursive: true, force: true }) };
};
