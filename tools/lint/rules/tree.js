// Where a file stands in the tree, and where an import leads.
import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';

export const isTest = (file) => /\.test\.tsx?$/.test(file);

/** True when `file` is one of `places`: a place that ends in '/' is a folder, any other is one file. */
export const isAt = (file, places) =>
  places.some((place) => (place.endsWith('/') ? file.startsWith(place) : file === place));

const roots = new Map();

// The nearest package.json, as Node looks for it to resolve a '#' specifier; so the rules hold from any working folder.
const rootOf = (folder) => {
  if (!roots.has(folder)) {
    const up = path.dirname(folder);
    const here = existsSync(path.join(folder, 'package.json')) || up === folder;
    roots.set(folder, here ? readRoot(folder) : rootOf(up));
  }
  return roots.get(folder);
};

const readRoot = (folder) => {
  const file = path.join(folder, 'package.json');
  const { imports = {} } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const aliases = Object.entries(imports).map(([from, to]) => [
    from.replace(/\*$/, ''),
    to.replace(/\*$/, ''),
  ]);
  return { folder, aliases };
};

/** Path of a linted file from the root of the tree: 'server/src/app.ts'. */
export const placeOf = (filename) => path.relative(rootOf(path.dirname(filename)).folder, filename);

/** Where `specifier`, written in `filename`, leads: { file } in the tree, { node } or { library }. */
export const targetOf = (specifier, filename) => {
  const { folder, aliases } = rootOf(path.dirname(filename));
  const inTree = (target) => ({ file: path.relative(folder, target) });
  const bare = specifier.replace(/\?.*$/, '');
  if (bare.startsWith('.')) return inTree(path.resolve(path.dirname(filename), bare));
  const alias = aliases.find(([from]) => bare.startsWith(from));
  if (alias) return inTree(path.resolve(folder, alias[1] + bare.slice(alias[0].length)));
  if (isBuiltin(bare)) return { node: bare };
  return { library: bare };
};

// 'import { type A }' and 'export { type A } from' name types only; 'import {}' and 'import "x"' run the module.
const allTypes = (specifiers = [], kind) =>
  specifiers.length > 0 && specifiers.every((s) => s[kind] === 'type');

// A template keeps its fixed beginning: `#locales/${code}.json` is checked as '#locales/'.
const textOf = (source) => {
  if (source?.type === 'TemplateLiteral') return source.quasis[0].value.cooked || undefined;
  return typeof source?.value === 'string' ? source.value : undefined;
};

const typeOnlyOf = (node) => {
  switch (node.type) {
    case 'ImportDeclaration':
      return node.importKind === 'type' || allTypes(node.specifiers, 'importKind');
    case 'ExportNamedDeclaration':
      return node.exportKind === 'type' || allTypes(node.specifiers, 'exportKind');
    case 'ExportAllDeclaration':
      return node.exportKind === 'type';
    default:
      return node.type === 'TSImportType';
  }
};

const IMPORTS = [
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
];

/** The module that a node imports or re-exports, undefined where it does neither; a computed specifier is undefined. */
export const importOf = (node) =>
  IMPORTS.includes(node.type) && node.source
    ? { specifier: textOf(node.source), typeOnly: typeOnlyOf(node) }
    : undefined;

/** Visitor that calls `check` for every import and re-export of a file. */
export const onImports = (check) => {
  const visit = (node) => {
    const found = importOf(node);
    if (found) check({ node, ...found });
  };
  return Object.fromEntries(IMPORTS.map((type) => [type, visit]));
};
