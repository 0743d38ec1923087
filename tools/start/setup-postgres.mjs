// A PostgreSQL of its own for one run of the tests, in a folder that goes away with it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.mjs';
import { run } from './run-command.mjs';

const READY_LIMIT_MS = 120_000;
const ATTEMPTS = 3;
const OWNER = 'postgres';

// A crash of a program must lose nothing, so fsync stays on.
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'on',
  shared_buffers: '32MB',
  max_connections: '200',
};

// Ends when its standard input does, which happens however the test run ends, kill -9 included. Then it stops the server
// (SIGINT: at once, but orderly) and removes the folder. The command line is looked at because a crashed server leaves
// its pid file behind, and the number may be another's by then.
const GUARD = `
cat > /dev/null
pid=$(head -n 1 "$1/data/postmaster.pid" 2> /dev/null)
ours() { { tr '\\0' ' ' < "/proc/$pid/cmdline" || ps -o args= -p "$pid"; } 2> /dev/null | grep -q -F -- "$1/data"; }
tries=0
while [ -n "$pid" ] && [ $tries -lt 200 ] && ours "$1"; do
  [ $tries -eq 0 ] && kill -INT "$pid"
  [ $tries -eq 150 ] && kill -QUIT "$pid"
  tries=$((tries + 1))
  sleep 0.1
done
rm -rf "$1"
`;

const isRoot = () => process.getuid?.() === 0;

// initdb and postgres refuse to run as root.
const asOwner = (command, args) =>
  isRoot() ? ['runuser', ['-u', OWNER, '--', command, ...args]] : [command, args];

const makeFolder = async () => {
  const folder = await mkdtemp('/tmp/porchlight-postgres-');
  if (isRoot()) {
    const idOf = async (flag) => Number(await run('id', [flag, OWNER]));
    await chown(folder, await idOf('-u'), await idOf('-g'));
  }
  return folder;
};

/** Starts the server and waits for it; false when it ended before it was ready, as when another took the port. */
const launch = async (binFolder, folder, more) => {
  const { port } = more;
  const settings = Object.entries({ ...SETTINGS, ...more }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const log = await open(path.join(folder, 'log'), 'a');
  const args = ['-D', path.join(folder, 'data'), ...settings];
  const server = spawn(...asOwner(path.join(binFolder, 'postgres'), args), {
    cwd: folder,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  const ended = once(server, 'exit').then(() => true);
  server.unref();
  await log.close();
  const deadline = Date.now() + READY_LIMIT_MS;
  while (Date.now() < deadline) {
    if (await Promise.race([ended, sleep(100, false)])) return false;
    const question = ['-q', '-h', '127.0.0.1', '-p', String(port), '-t', '1'];
    const ready = await run(path.join(binFolder, 'pg_isready'), question).then(
      () => true,
      () => false,
    );
    if (ready && server.exitCode === null) return true;
  }
  throw new Error(`PostgreSQL was not ready within ${READY_LIMIT_MS / 1000} s`);
};

/** Starts a server with an empty database and further settings of PostgreSQL; `stop` ends it and removes its folder, as does the end of this process. */
export const startPostgres = async (binFolder, settings = {}) => {
  const folder = await makeFolder();
  const guard = spawn('sh', ['-c', GUARD, 'guard', folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.unref();
  guard.stdin.unref();
  const gone = once(guard, 'exit');
  const stop = async () => {
    guard.ref();
    guard.stdin.end();
    await gone;
  };
  try {
    const data = [
      '-D',
      path.join(folder, 'data'),
      '-U',
      OWNER,
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
    ];
    await run(...asOwner(path.join(binFolder, 'initdb'), data), { cwd: folder });
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const port = await freePort();
      if (await launch(binFolder, folder, { ...settings, port }))
        return { url: `postgres://${OWNER}@127.0.0.1:${port}/postgres`, stop };
    }
    const log = await readFile(path.join(folder, 'log'), 'utf8');
    throw new Error(`PostgreSQL did not start:\n${log.trim().split('\n').slice(-20).join('\n')}`);
  } catch (error) {
    await stop();
    throw error;
  }
};
