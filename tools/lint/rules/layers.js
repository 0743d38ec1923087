// Who may import whom: the table of docs/architecture.md.
import { apps } from '../../../domain/src/apps/apps.ts';
import { isAt, isTest, onImports, placeOf, targetOf } from './tree.js';

// A folder not named here may import anything. 'types': only with `import type`.
const MAY_IMPORT = {
  contract: { libraries: ['zod'] },
  domain: { folders: { contract: 'types' } },
  simulator: { folders: { contract: 'types', domain: 'values' } },
  server: {
    folders: {
      contract: 'values',
      domain: 'values',
      simulator: 'values',
      locales: 'values',
      'package.json': 'values',
    },
    node: true,
    libraries: 'all',
  },
  web: { folders: { contract: 'types', domain: 'values', locales: 'values' }, libraries: 'all' },
  e2e: { folders: { contract: 'types', domain: 'values' }, node: true, libraries: 'all' },
  bench: { folders: { contract: 'types', domain: 'values' }, node: true, libraries: 'all' },
};

// What the tests of every folder may import besides, and those of one folder.
const TESTS_MAY_IMPORT = { node: true, libraries: ['vitest', 'fast-check'], folders: { locales: 'values' } };
const TESTS_OF = { domain: { contract: 'values' } };

// The folders of server/src, and the files beside them, from bottom to top. Each may import those of earlier rows; those of
// one row may not import each other. Tests may import everything.
const SERVER = 'server/src/';
const SERVER_LAYERS = [
  ['lib'],
  ['config.ts', 'db'],
  ['jobs'],
  ['providers'],
  ['stores'],
  ['notify', 'telemetry', 'links', 'weather'],
  ['auth'],
  ['provisioning'],
  ['account', 'commands', 'household'],
  ['events', 'results', 'messages'],
  ['marketing'],
  ['http'],
  ['routes'],
  ['web'],
  ['app.ts'],
  ['devices', 'demo'],
  ['simulate'],
  ['start'],
  ['main.ts', 'simulate-main.ts', 'first-operator-main.ts'],
  ['testing'],
];

const INSIDE = [
  // Results are computed from events and readings; what an event does never depends on a result.
  { from: 'domain/src/events/', not: ['domain/src/results/'] },
  { from: 'domain/src/telemetry/', not: ['domain/src/events/', 'domain/src/results/'] },
  { from: 'server/src/routes/', not: ['server/src/db/'], typesAllowed: true },
  { from: 'web/src/lib/', not: ['web/src/api/', 'web/src/ui/', 'web/src/features/', 'web/src/app/'] },
  { from: 'web/src/api/', not: ['web/src/ui/', 'web/src/features/', 'web/src/app/'] },
  // Components of ui draw what they are given: calls, and data of the signed-in house, come in as props.
  { from: 'web/src/ui/', not: ['web/src/api/', 'web/src/features/', 'web/src/app/'] },
  { from: 'web/src/features/', not: ['web/src/app/'] },
];

// The inline script opens an app by the address of its entry: imported, the whole app would be part of the importer.
const APP_ENTRIES = Object.values(apps).map(({ entry }) => entry);

const FEATURES = 'web/src/features/';

// SQL is written in the stores and the database folder only; tests may look at and prepare rows by it.
const SQL = { library: 'kysely', places: ['server/src/stores/', 'server/src/db/'] };

// A folder may be named without its last slash: import('../routes').
const isIn = (file, folder) => `${file}/`.startsWith(folder);
const folderOf = (file) => file.split('/')[0];
const featureOf = (file) =>
  file.startsWith(FEATURES) ? file.slice(FEATURES.length).split('/')[0] : undefined;
const isPartOf = (library, names) =>
  names === 'all' || (names ?? []).some((name) => library === name || library.startsWith(`${name}/`));

// Helpers of tests: the files of a folder named `testing`. What runs in production may not import them; the server's are a layer.
const isTestHelper = (file) => `${file}/`.includes('/testing/');
const PRODUCTION = ['contract', 'domain', 'simulator', 'server', 'web'];

const faultOfHelper = (from, to) =>
  to.file &&
  isTestHelper(to.file) &&
  PRODUCTION.includes(folderOf(from)) &&
  !isTest(from) &&
  !isTestHelper(from)
    ? `${to.file} is a helper of tests: only they may import it`
    : undefined;

const allowanceOf = (from) => {
  const folder = folderOf(from);
  const may = MAY_IMPORT[folder];
  // Build set-up stands in a folder without being part of it.
  if (!may || from.endsWith('.config.ts')) return undefined;
  if (!isTest(from) && !isTestHelper(from)) return may;
  return {
    node: TESTS_MAY_IMPORT.node,
    libraries: may.libraries === 'all' ? 'all' : [...(may.libraries ?? []), ...TESTS_MAY_IMPORT.libraries],
    folders: { ...may.folders, ...TESTS_MAY_IMPORT.folders, ...TESTS_OF[folder] },
  };
};

// Where libraries come in freely, a computed import may be one, or a file of the build.
const isClosed = (may) => may !== undefined && may.libraries !== 'all';

const faultBetweenFolders = (from, to, typeOnly) => {
  const may = allowanceOf(from);
  if (!may) return undefined;
  const folder = folderOf(from);
  if (to.node) return may.node ? undefined : `${folder} may not import Node (${to.node})`;
  if (to.library) {
    return isPartOf(to.library, may.libraries)
      ? undefined
      : `${folder} may not import the library ${to.library}`;
  }
  const target = folderOf(to.file);
  if (target === folder || may.folders?.[target] === 'values') return undefined;
  if (may.folders?.[target] !== 'types') return `${folder} may not import ${target}`;
  return typeOnly ? undefined : `${folder} may import only types from ${target}: write \`import type\``;
};

const serverPartOf = (file) => (isIn(file, SERVER) ? file.slice(SERVER.length).split('/')[0] : undefined);
const serverLayerOf = (part) => SERVER_LAYERS.findIndex((row) => row.includes(part));

/** A folder or file of the server that is in no layer could import everything. */
const faultOfPlace = (file) => {
  const part = serverPartOf(file);
  return part === undefined || isTest(file) || serverLayerOf(part) >= 0
    ? undefined
    : `${SERVER}${part} is in no layer: enter it in SERVER_LAYERS of tools/lint/rules/layers.js`;
};

const faultInServer = (from, to) => {
  const [own, other] = [serverPartOf(from), serverPartOf(to)];
  // Tests may use every layer.
  if (!own || !other || own === other || isTest(from)) return undefined;
  return serverLayerOf(other) >= 0 && serverLayerOf(other) < serverLayerOf(own)
    ? undefined
    : `${SERVER}${own} may not import ${SERVER}${other}`;
};

const faultInside = (from, to, typeOnly) => {
  if (to.library) {
    const closed = allowanceOf(from) && !isTest(from) && !isAt(from, SQL.places) && !typeOnly;
    return closed && isPartOf(to.library, [SQL.library])
      ? `${SQL.library} belongs to ${SQL.places.join(' and ')}: SQL is written nowhere else`
      : undefined;
  }
  if (!to.file) return undefined;
  if (APP_ENTRIES.includes(to.file)) return `${to.file} is the entry of an app: nothing imports it`;
  const row = INSIDE.find((inside) => isIn(from, inside.from));
  const closed = row?.typesAllowed && typeOnly ? undefined : row?.not.find((folder) => isIn(to.file, folder));
  if (closed) return `${row.from} may not import ${closed}`;
  const upward = faultInServer(from, to.file);
  if (upward) return upward;
  const [own, other] = [featureOf(from), featureOf(to.file)];
  return own && other && own !== other ? `feature ${own} may not import feature ${other}` : undefined;
};

/** Why `from` may not import `to`, or undefined where it may. */
export const layerFault = (from, to, typeOnly) =>
  faultBetweenFolders(from, to, typeOnly) ?? faultInside(from, to, typeOnly) ?? faultOfHelper(from, to);

export const layers = {
  create(context) {
    const from = placeOf(context.filename);
    const misplaced = faultOfPlace(from);
    const onProgram = (node) => misplaced && context.report({ node, message: misplaced });
    const visitor = onImports(({ node, specifier, typeOnly }) => {
      if (specifier === undefined) {
        const message = 'import() needs a fixed beginning, else no layer can be checked';
        if (isClosed(allowanceOf(from))) context.report({ node, message });
        return;
      }
      const to = targetOf(specifier, context.filename);
      const message = layerFault(from, to, typeOnly);
      if (message) context.report({ node: node.source, message });
    });
    return { Program: onProgram, ...visitor };
  },
};
