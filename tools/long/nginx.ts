// The nginx of docs/operating.md, in front of servers of a test.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../start/free-port.mjs';
import { ensureNginx } from '../start/setup.mjs';

const MANUAL = path.resolve(import.meta.dirname, '../../docs/operating.md');
const READY_LIMIT_MS = 10_000;

/** The block of the manual, with the ports of this test, and without the certificate. */
const sampleFor = async (port: number, upstreams: readonly number[]): Promise<string> => {
  const [, sample] = /```nginx\n(.*?)```/s.exec(await readFile(MANUAL, 'utf8')) ?? [];
  if (sample === undefined) throw new Error('docs/operating.md has no block for nginx');
  const samplePorts = sample.match(/(?<=server 127\.0\.0\.1:)\d+/g) ?? [];
  return samplePorts
    .reduce((text, old, index) => text.replace(old, String(upstreams[index % upstreams.length])), sample)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replaceAll(/^\s*ssl_\w+ .*$/gm, '');
};

/** Resolves once it listens. */
export const startNginx = async (upstreams: readonly number[]) => {
  const program = await ensureNginx();
  const folder = await mkdtemp(path.join(tmpdir(), 'porchlight-nginx-'));
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const config = [
    'daemon off;',
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    `pid ${folder}/nginx.pid;`,
    `error_log ${folder}/error.log;`,
    'events {}',
    `http { access_log off; ${temporary.join(' ')}`,
    await sampleFor(port, upstreams),
    '}',
  ].join('\n');
  const file = path.join(folder, 'nginx.conf');
  await writeFile(file, config);
  const nginx = spawn(program, ['-p', folder, '-c', file, '-e', `${folder}/error.log`], { stdio: 'ignore' });
  const ended = once(nginx, 'exit');
  const stop = async () => {
    nginx.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true });
  };
  const address = `http://127.0.0.1:${port}`;
  const errors = () => readFile(`${folder}/error.log`, 'utf8');
  for (const deadline = Date.now() + READY_LIMIT_MS; Date.now() < deadline; await sleep(50)) {
    const answer = await fetch(address).catch(() => null);
    if (answer) return { address, port, stop, errors };
  }
  const log = await errors();
  await stop();
  throw new Error(`nginx did not start: ${log}`);
};
