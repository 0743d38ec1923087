// `npm run graph`: who imports whom, as layers from top to bottom, every import that breaks them, and folders with too many files.
import { realpathSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { parseSync } from 'vite';
import { layerFault } from '../lint/rules/layers.js';
import { importOf, targetOf } from '../lint/rules/tree.js';

const PACKAGES = ['contract', 'domain', 'simulator', 'server', 'web', 'e2e', 'bench', 'tools'];
const SOURCE = /\.(ts|tsx|mjs|js)$/;
// Tests may import from every layer, and nothing imports them.
const NOT_WALKED = /\.(test|spec)\.tsx?$|\.d\.m?ts$|(^|\/)(node_modules|build)\//;

const sourcesIn = async (root) => {
  const lists = await Promise.all(
    PACKAGES.map(async (name) => {
      const names = await readdir(path.join(root, name), { recursive: true }).catch(() => []);
      return names.map((file) => `${name}/${file.split(path.sep).join('/')}`);
    }),
  );
  return lists
    .flat()
    .filter((file) => SOURCE.test(file) && !NOT_WALKED.test(file))
    .toSorted();
};

const nodesIn = (node) => [
  node,
  ...Object.values(node)
    .flat()
    .filter((child) => typeof child?.type === 'string')
    .flatMap(nodesIn),
];

/** Type-only imports count: a circle of types ties files together just as well. */
const importsIn = (root, file, text) => {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0].message}`);
  return nodesIn(program)
    .map(importOf)
    .filter((found) => found?.specifier !== undefined)
    .flatMap(({ specifier, typeOnly }) => {
      const to = targetOf(specifier, path.join(root, file)).file;
      return to === undefined ? [] : [{ from: file, to, typeOnly }];
    });
};

/** Every import from one file of the tree to another. */
export const readImports = async (root) => {
  const files = await sourcesIn(root);
  const known = new Set(files);
  const imports = await Promise.all(
    files.map(async (file) => importsIn(root, file, await readFile(path.join(root, file), 'utf8'))),
  );
  return { files, imports: imports.flat().filter(({ to }) => known.has(to)) };
};

/** A folder of a package, each feature of the web app, or a file that stands directly in `src`. */
const folderOf = (file) => {
  const parts = file.split('/');
  const inSource = parts[1] === 'src' ? 3 : 2;
  return parts.slice(0, file.startsWith('web/src/features/') ? 4 : inSource).join('/');
};

const arrowsBetween = (imports, nodeOf) => {
  const arrows = new Map();
  for (const { from, to } of imports) {
    const [a, b] = [nodeOf(from), nodeOf(to)];
    if (!arrows.has(a)) arrows.set(a, new Map());
    if (a !== b) arrows.get(a).set(b, (arrows.get(a).get(b) ?? 0) + 1);
  }
  return arrows;
};

/** The nodes that lie on a circle, one list per circle (strongly connected components, Tarjan). */
const circlesIn = (arrows) => {
  const [order, lowest, stack, circles] = [new Map(), new Map(), [], []];
  const visit = (node) => {
    order.set(node, order.size);
    lowest.set(node, order.get(node));
    stack.push(node);
    for (const next of arrows.get(node)?.keys() ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) lowest.set(node, Math.min(lowest.get(node), lowest.get(next)));
    }
    if (lowest.get(node) !== order.get(node)) return;
    const members = stack.splice(stack.indexOf(node));
    if (members.length > 1) circles.push(members.toSorted((a, b) => a.localeCompare(b)));
  };
  for (const node of arrows.keys()) if (!order.has(node)) visit(node);
  return circles;
};

/** How many arrows lead down from each node at most; members of a circle stop where they meet again. */
const heightsOf = (arrows) => {
  const heights = new Map();
  const heightOf = (node, path_) => {
    if (path_.includes(node)) return 0;
    if (!heights.has(node)) {
      const below = [...(arrows.get(node)?.keys() ?? [])].map((next) => heightOf(next, [...path_, node]) + 1);
      heights.set(node, Math.max(0, ...below));
    }
    return heights.get(node);
  };
  for (const [node, below] of arrows) for (const each of [node, ...below.keys()]) heightOf(each, []);
  return heights;
};

const draw = (arrows) => {
  const heights = heightsOf(arrows);
  const levels = Map.groupBy(heights.keys(), (node) => heights.get(node));
  return [...levels.keys()]
    .toSorted((a, b) => b - a)
    .flatMap((level) => [
      `layer ${level}`,
      ...levels
        .get(level)
        .toSorted()
        .map((node) => {
          const below = [...(arrows.get(node) ?? [])].toSorted(([a], [b]) => a.localeCompare(b));
          const list = below.map(([to, count]) => `${to} ${count}`).join(', ');
          return `  ${node}${list && ` → ${list}`}`;
        }),
    ]);
};

const describeCircles = (what, circles, imports, nodeOf) =>
  circles.map((members) => {
    const inside = imports
      .filter(({ from, to }) => nodeOf(from) !== nodeOf(to))
      .filter(({ from, to }) => members.includes(nodeOf(from)) && members.includes(nodeOf(to)))
      .map(({ from, to }) => `\n  ${from} → ${to}`);
    return `circle of ${what}: ${members.join(' ↔ ')}${inside.join('')}`;
  });

/** Every circle, and every import that the layer table forbids. */
/** Source files of one folder that can be seen at a glance; more are divided by area. */
const MOST_FILES = 25;
/** One file for each row of a list, which grows with the list. */
const LISTS = ['domain/src/manufacturers', 'server/src/db/migrations'];

const crowdedFolders = (files) => {
  const counts = new Map();
  for (const file of files) {
    const folder = path.posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].flatMap(([folder, count]) =>
    count > MOST_FILES && !LISTS.includes(folder)
      ? [`${folder} has ${count} files: divide it by area, ${MOST_FILES} at most`]
      : [],
  );
};

export const faultsIn = ({ files, imports }) => {
  if (files.length === 0) return ['no source files were found'];
  const itself = (file) => file;
  return [
    ...describeCircles('files', circlesIn(arrowsBetween(imports, itself)), imports, itself),
    ...describeCircles('folders', circlesIn(arrowsBetween(imports, folderOf)), imports, folderOf),
    ...imports.flatMap(({ from, to, typeOnly }) => {
      const fault = layerFault(from, { file: to }, typeOnly);
      return fault ? [`upward import: ${from} → ${to} (${fault})`] : [];
    }),
    ...crowdedFolders(files),
  ];
};

const main = async () => {
  const root = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '../..'));
  const graph = await readImports(root);
  for (const line of draw(arrowsBetween(graph.imports, folderOf))) console.log(line);
  const faults = faultsIn(graph);
  for (const fault of faults) console.error(fault);
  console.log(
    `import graph: ${graph.files.length} files, ${graph.imports.length} imports, ${faults.length} faults`,
  );
  process.exitCode = faults.length > 0 ? 1 : 0;
};

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) await main();
