// Who may import whom: the table of docs/architecture.md.
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

const INSIDE = [
  { from: 'server/src/stores/', not: ['server/src/routes/'] },
  { from: 'server/src/routes/', not: ['server/src/db/'], typesAllowed: true },
  { from: 'web/src/lib/', not: ['web/src/ui/', 'web/src/features/', 'web/src/app/'] },
  { from: 'web/src/ui/', not: ['web/src/features/', 'web/src/app/'] },
  { from: 'web/src/features/', not: ['web/src/app/'] },
];

const FEATURES = 'web/src/features/';

// SQL is written in the stores and the database folder only.
const SQL = { library: 'kysely', places: ['server/src/stores/', 'server/src/db/'] };

// A folder may be named without its last slash: import('../routes').
const isIn = (file, folder) => `${file}/`.startsWith(folder);
const folderOf = (file) => file.split('/')[0];
const featureOf = (file) =>
  file.startsWith(FEATURES) ? file.slice(FEATURES.length).split('/')[0] : undefined;
const isPartOf = (library, names) =>
  names === 'all' || (names ?? []).some((name) => library === name || library.startsWith(`${name}/`));

const allowanceOf = (from) => {
  const folder = folderOf(from);
  const may = MAY_IMPORT[folder];
  // Build set-up stands in a folder without being part of it.
  if (!may || from.endsWith('.config.ts')) return undefined;
  if (!isTest(from)) return may;
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

const faultInside = (from, to, typeOnly) => {
  if (to.library) {
    const closed = allowanceOf(from) && !isAt(from, SQL.places) && !typeOnly;
    return closed && isPartOf(to.library, [SQL.library])
      ? `${SQL.library} belongs to ${SQL.places.join(' and ')}: SQL is written nowhere else`
      : undefined;
  }
  if (!to.file) return undefined;
  const row = INSIDE.find((inside) => isIn(from, inside.from));
  const closed = row?.typesAllowed && typeOnly ? undefined : row?.not.find((folder) => isIn(to.file, folder));
  if (closed) return `${row.from} may not import ${closed}`;
  const [own, other] = [featureOf(from), featureOf(to.file)];
  return own && other && own !== other ? `feature ${own} may not import feature ${other}` : undefined;
};

export const layers = {
  create(context) {
    const from = placeOf(context.filename);
    return onImports(({ node, specifier, typeOnly }) => {
      if (specifier === undefined) {
        const message = 'import() needs a fixed beginning, else no layer can be checked';
        if (isClosed(allowanceOf(from))) context.report({ node, message });
        return;
      }
      const to = targetOf(specifier, context.filename);
      const message = faultBetweenFolders(from, to, typeOnly) ?? faultInside(from, to, typeOnly);
      if (message) context.report({ node: node.source, message });
    });
  },
};
