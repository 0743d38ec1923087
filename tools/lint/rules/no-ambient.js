// Time, randomness, timers and the environment are passed as arguments, so that tests can control them.
import { isAt, placeOf } from './tree.js';

const AMBIENT = {
  'Date.now': 'clock',
  'new Date()': 'clock',
  'performance.now': 'clock',
  'Math.random': 'randomness',
  'crypto.randomUUID': 'randomness',
  'crypto.getRandomValues': 'randomness',
  setTimeout: 'timers',
  setInterval: 'timers',
  setImmediate: 'timers',
  'process.env': 'environment',
};

// The same things by way of an import.
const AMBIENT_IMPORTS = {
  crypto: {
    randomUUID: 'randomness',
    randomBytes: 'randomness',
    randomInt: 'randomness',
    getRandomValues: 'randomness',
    webcrypto: 'randomness',
  },
  perf_hooks: { performance: 'clock' },
  process: { env: 'environment' },
  timers: { setTimeout: 'timers', setInterval: 'timers', setImmediate: 'timers' },
  'timers/promises': {
    setTimeout: 'timers',
    setInterval: 'timers',
    setImmediate: 'timers',
    scheduler: 'timers',
  },
};

const ALL = ['clock', 'randomness', 'timers', 'environment'];
const ALLOWED = [
  { place: 'server/src/config.ts', kinds: ['environment'] },
  { place: 'server/src/main.ts', kinds: ALL },
  { place: 'server/src/simulate-main.ts', kinds: ALL },
  { place: 'server/src/lib/clock/clock.ts', kinds: ['clock', 'timers'] },
  { place: 'server/src/lib/secrets/random.ts', kinds: ['randomness'] },
  { place: 'web/src/lib/browser/clock.ts', kinds: ['clock', 'timers'] },
  { place: 'web/src/lib/browser/run-after.ts', kinds: ['timers'] },
  { place: 'web/src/lib/browser/timers.ts', kinds: ['clock', 'timers'] },
  { place: 'web/src/lib/browser/random.ts', kinds: ['randomness'] },
  { place: 'tools/', kinds: ALL },
  { place: 'bench/', kinds: ALL },
  { place: 'e2e/', kinds: ALL },
];

const GLOBAL_OBJECTS = ['globalThis', 'window', 'self', 'global'];
const TRANSPARENT = ['TSNonNullExpression', 'TSAsExpression', 'TSSatisfiesExpression', 'ChainExpression'];

const keyOf = (node, key) =>
  node.computed && node[key].type !== 'Literal' ? undefined : (node[key].name ?? node[key].value);

const outermost = (node) => (TRANSPARENT.includes(node.parent.type) ? outermost(node.parent) : node);

/** The members read from an object: `object.key`, or the keys of `{ key } = object`. */
const membersOf = (object) => {
  const { parent } = object;
  if (parent.type === 'MemberExpression' && parent.object === object) {
    return [{ node: parent, key: keyOf(parent, 'property') }];
  }
  const pattern = parent.id ?? parent.left;
  if (pattern?.type === 'ObjectPattern' && (parent.init ?? parent.right) === object) {
    return pattern.properties
      .filter((p) => p.type === 'Property')
      .map((p) => ({ node: p, key: keyOf(p, 'key') }));
  }
  return [];
};

const isNow = ({ type, arguments: given }) =>
  type === 'CallExpression' || (type === 'NewExpression' && !given.length);

/** What a free name stands for, written like the keys of AMBIENT, each with the node that says so. */
const usesOf = (found, name) => {
  if (found.parent.type === 'TSTypeQuery') return [];
  const node = outermost(found);
  const members = membersOf(node);
  if (GLOBAL_OBJECTS.includes(name)) return members.flatMap((member) => usesOf(member.node, member.key));
  const uses = [
    { node, use: name },
    ...members.map((member) => ({ node: member.node, use: `${name}.${member.key}` })),
  ];
  if (name === 'Date' && node.parent.callee === node && isNow(node.parent)) {
    uses.push({ node: node.parent, use: 'new Date()' });
  }
  return uses;
};

const freeNames = ({ scopeManager: { globalScope } }) => [
  ...globalScope.through,
  ...globalScope.variables
    .filter((variable) => !variable.defs.length)
    .flatMap((variable) => variable.references),
];

/** The exports of a module an import takes: by name, or as members of its default or namespace. */
const takenBy = (specifier, sourceCode) => {
  if (specifier.importKind === 'type') return [];
  if (specifier.imported) return [{ node: specifier, key: specifier.imported.name }];
  const [variable] = sourceCode.getDeclaredVariables(specifier);
  return variable.references.flatMap(({ identifier }) => membersOf(outermost(identifier)));
};

export const noAmbient = {
  create(context) {
    const { sourceCode } = context;
    const file = placeOf(context.filename);
    const allowed = ALLOWED.filter(({ place }) => isAt(file, [place])).flatMap(({ kinds }) => kinds);
    const check = (node, use, table) => {
      if (!Object.hasOwn(table, use) || allowed.includes(table[use])) return;
      context.report({ node, message: `${use}: the ${table[use]} must come in as an argument` });
    };
    return {
      Program() {
        const uses = freeNames(sourceCode).flatMap(({ identifier }) => usesOf(identifier, identifier.name));
        for (const { node, use } of uses) check(node, use, AMBIENT);
      },
      ImportDeclaration(node) {
        const table = AMBIENT_IMPORTS[node.source.value.replace(/^node:/, '')];
        if (!table || node.importKind === 'type') return;
        const taken = node.specifiers.flatMap((specifier) => takenBy(specifier, sourceCode));
        for (const { node: place, key } of taken) check(place, key, table);
      },
    };
  },
};
