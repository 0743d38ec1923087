// What start and test need before they can run: packages, a browser, a PostgreSQL. Runs on the installed Node 20 or newer.
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { run } from './run-command.mjs';

const APT_LIMIT_MS = 10 * 60_000;
const OLDEST_POSTGRES = 15;
const POSTGRES_FOLDER = '/usr/lib/postgresql';
const CREATE_CLUSTER = '/etc/postgresql-common/createcluster.conf';
const CREATE_CLUSTER_TOO = '/etc/postgresql-common/createcluster.d/no-main-cluster.conf';

const root = path.resolve(import.meta.dirname, '../..');

/** Node 24 of the project; there once the packages are installed. */
export const nodeBinary = path.join(root, 'node_modules/.bin/node');

const isProgram = (file) => {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
};

const which = (name, env = process.env) =>
  (env.PATH ?? '')
    .split(path.delimiter)
    .filter(Boolean)
    .map((folder) => path.join(folder, name))
    .find(isProgram);

/** What the functions below ask of the machine; tests hand in another one. */
export const thisMachine = {
  root,
  env: process.env,
  isRoot: process.getuid?.() === 0,
  which,
  isProgram,
  run,
  say: (line) => console.log(line),
  /** Folders of the versions that Debian keeps side by side. */
  postgresFolders: () =>
    existsSync(POSTGRES_FOLDER)
      ? readdirSync(POSTGRES_FOLDER).map((version) => path.join(POSTGRES_FOLDER, version, 'bin'))
      : [],
  /** Keeps the Debian package from starting a server of its own on the default port. */
  forbidMainCluster: async () => {
    const file = existsSync(CREATE_CLUSTER) ? CREATE_CLUSTER_TOO : CREATE_CLUSTER;
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, 'create_main_cluster = false\n');
  },
};

const changedAt = (file) => (existsSync(file) ? statSync(file).mtimeMs : -Infinity);

/** Installs the packages when they are missing or older than the lock file. */
export const ensureInstalled = async (machine = thisMachine) => {
  const at = (file) => path.join(machine.root, file);
  const isFresh = () =>
    changedAt(at('node_modules/.package-lock.json')) >= changedAt(at('package-lock.json')) &&
    machine.isProgram(at('node_modules/.bin/node'));
  if (isFresh()) return;
  machine.say('Installing packages …');
  await machine.run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: machine.root });
  if (!machine.isProgram(at('node_modules/.bin/node'))) {
    throw new Error('npm installed no Node of its own: allow install scripts, then run `npm rebuild node`.');
  }
};

const canInstall = (machine) => machine.isRoot && machine.which('apt-get') !== undefined;

const aptGet = (machine, ...args) =>
  machine.run('apt-get', ['-q', '-o', 'DPkg::Lock::Timeout=300', ...args], {
    // The file that forbids a main cluster is ours: keep it without asking. In runlevel 1 packages start no services.
    env: { ...machine.env, DEBIAN_FRONTEND: 'noninteractive', UCF_FORCE_CONFFOLD: '1', RUNLEVEL: '1' },
    timeoutMs: APT_LIMIT_MS,
  });

const aptInstall = (machine, ...packages) =>
  aptGet(machine, 'install', '-y', '--no-install-recommends', ...packages);

const BROWSERS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

const findChromium = ({ env, which: find, isProgram: isRunnable }) => {
  if (env.CHROMIUM_PATH) {
    if (isRunnable(env.CHROMIUM_PATH)) return env.CHROMIUM_PATH;
    throw new Error(`CHROMIUM_PATH is ${env.CHROMIUM_PATH}, which is no program.`);
  }
  // The shell without windows and menus costs half as much.
  return BROWSERS.map((name) => find(name)).find(Boolean);
};

/** Fonts for which the stand-in of Inter is sized; with any other, text moves when Inter comes. */
const STAND_INS = /\b(Roboto|Arial|Liberation Sans|Arimo)\b/;

/** A browser may be there without fonts: brought by hand, or by an installation that was interrupted. */
const ensureFonts = async (machine) => {
  const list = machine.which('fc-list');
  if (!list || !canInstall(machine)) return;
  if (STAND_INS.test(await machine.run(list, [':', 'family']))) return;
  machine.say('Installing fonts …');
  await aptGet(machine, 'update');
  await aptInstall(machine, 'fonts-liberation');
};

/** Path of a Chromium for the browser tests. */
export const ensureChromium = async (machine = thisMachine) => {
  const present = findChromium(machine);
  if (present) {
    await ensureFonts(machine);
    return present;
  }
  if (canInstall(machine)) {
    machine.say('Installing Chromium …');
    await aptGet(machine, 'update');
    // Older systems have no package of the shell alone.
    await aptInstall(machine, 'chromium-headless-shell', 'fonts-liberation').catch(() =>
      aptInstall(machine, 'chromium', 'fonts-liberation'),
    );
  }
  const installed = findChromium(machine);
  if (installed) return installed;
  throw new Error(
    'No Chromium found: install one (Debian: chromium-headless-shell, fonts-liberation) or set CHROMIUM_PATH.',
  );
};

const POSTGRES_PROGRAMS = ['postgres', 'initdb', 'pg_isready'];

/** The major version of the server in a folder; 0 when a program is missing, as where only some are linked into a folder of the PATH. */
const versionIn = async (machine, folder) => {
  if (!POSTGRES_PROGRAMS.every((name) => machine.isProgram(path.join(folder, name)))) return 0;
  const text = await machine.run(path.join(folder, 'postgres'), ['--version']);
  return Number(/\d+/.exec(text)?.[0] ?? 0);
};

const findPostgres = async (machine) => {
  const { POSTGRES_BIN } = machine.env;
  if (POSTGRES_BIN) {
    if ((await versionIn(machine, POSTGRES_BIN)) >= OLDEST_POSTGRES) return POSTGRES_BIN;
    throw new Error(
      `POSTGRES_BIN is ${POSTGRES_BIN}, which holds no PostgreSQL ${OLDEST_POSTGRES} or newer.`,
    );
  }
  const newestIn = async (folders) => {
    const versions = folders.map(async (folder) => ({ folder, version: await versionIn(machine, folder) }));
    const [newest] = (await Promise.all(versions)).toSorted((a, b) => b.version - a.version);
    return newest && newest.version >= OLDEST_POSTGRES ? newest.folder : undefined;
  };
  const onPath = machine.which('postgres');
  return (onPath && (await newestIn([path.dirname(onPath)]))) ?? newestIn(machine.postgresFolders());
};

/** Folder of the programs of a PostgreSQL server. */
export const ensurePostgres = async (machine = thisMachine) => {
  const present = await findPostgres(machine);
  if (present) return present;
  if (canInstall(machine)) {
    machine.say('Installing PostgreSQL …');
    await machine.forbidMainCluster();
    await aptGet(machine, 'update');
    // Each Debian release carries one version: 15 where there is one, else its own.
    await aptInstall(machine, 'postgresql-15').catch(() => aptInstall(machine, 'postgresql'));
  }
  const installed = await findPostgres(machine);
  if (installed) return installed;
  throw new Error(
    `No PostgreSQL found: install version ${OLDEST_POSTGRES} or newer (Debian: postgresql) or set POSTGRES_BIN to its folder.`,
  );
};

const SYSTEM_NGINX = '/usr/sbin/nginx';

/** Path of an nginx, for the tests behind a reverse proxy. */
export const ensureNginx = async (machine = thisMachine) => {
  // The folder of system programs is not on everybody's PATH.
  const find = () => machine.which('nginx') ?? [SYSTEM_NGINX].find(machine.isProgram);
  const present = find();
  if (present) return present;
  if (canInstall(machine)) {
    machine.say('Installing nginx …');
    await aptGet(machine, 'update');
    await aptInstall(machine, 'nginx-light').catch(() => aptInstall(machine, 'nginx'));
  }
  const installed = find();
  if (installed) return installed;
  throw new Error('No nginx found: install one (Debian: nginx-light).');
};

export { run } from './run-command.mjs';
export { startPostgres } from './setup-postgres.mjs';
