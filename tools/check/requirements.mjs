// Holds docs/requirements.md against the tests, where what is called done is proven by a test that names its id, and against
// docs/deviations.md, which names exactly the ids whose rows say that they deviate. With an id: prints the tests that name it.
import { existsSync, realpathSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { parseSync } from 'vite';

const STATES = ['done', 'partly', 'open'];
const TEST_CALLS = ['test', 'it', 'describe'];
// A test that does not run proves nothing.
const NOT_RUN = ['skip', 'todo', 'fixme'];
const TEST_FILE = /\.test\.tsx?$|\.spec\.ts$/;
const NOT_WALKED = ['node_modules', 'build', 'data', 'shots', 'test-results'];

/** `done`, or `done, [deviates](deviations.md#heading)`. */
const STATE_CELL = /^(\w+)(?:, \[deviates\]\(deviations\.md#(\S+)\))?$/;

/** The rows `| id | what | state |` of a requirements table. */
export const rowsOf = (markdown) =>
  markdown
    .split('\n')
    .filter((line) => /^\|\s*[A-Z]+-\d+\s*\|/.test(line))
    .map((line) => {
      const cells = line.split('|').slice(1, -1);
      const [id, what, stateCell] = cells.map((cell) => cell.trim());
      const [, state = stateCell, deviatesAt = null] = STATE_CELL.exec(stateCell ?? '') ?? [];
      return { id, what, state, deviatesAt, complete: cells.length === 3 };
    });

const HEADING = /^## (.+)/;
/** At the end of the first cell: `(PLOT-1)`, `(WX-2, SET-4)`. */
const NAMED_IDS = /\(([A-Z]+-\d+(?:, [A-Z]+-\d+)*)\)$/;

const anchorOf = (heading) => heading.toLowerCase().replaceAll(' ', '-');

/** The sections of docs/deviations.md by anchor, each with the rows `| specification says (id) | portal does | why |`. */
const deviationsOf = (markdown) => {
  const sections = new Map();
  let rows = [];
  for (const line of markdown.split('\n')) {
    const heading = HEADING.exec(line)?.[1];
    if (heading !== undefined) {
      rows = [];
      sections.set(anchorOf(heading), rows);
    } else if (line.startsWith('|') && !/^\|\s*(?:specification says\s*\||-)/.test(line)) {
      const cells = line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
      const ids = NAMED_IDS.exec(cells[0] ?? '')?.[1]?.split(', ') ?? [];
      rows.push({ says: cells[0], ids, complete: cells.length === 3 && cells.every(Boolean) });
    }
  }
  return sections;
};

const deviationFaults = (rows, markdown) => {
  const sections = deviationsOf(markdown);
  const linkFaults = [];
  for (const { id, deviatesAt } of rows.filter((row) => row.deviatesAt !== null)) {
    const named = sections.get(deviatesAt)?.flatMap(({ ids }) => ids);
    if (!named) linkFaults.push(`${id} links to #${deviatesAt}, which is no heading of deviations.md`);
    else if (!named.includes(id)) linkFaults.push(`${id} links to #${deviatesAt}, where no row names it`);
  }
  const deviating = new Set(rows.filter((row) => row.deviatesAt !== null).map(({ id }) => id));
  const deviations = [...sections.values()].flat();
  for (const { says, ids, complete } of deviations) {
    if (ids.length === 0 || !complete)
      linkFaults.push(
        `deviations.md: a row is | specification says (id) | portal does | why |, not '${says}'`,
      );
  }
  for (const id of new Set(deviations.flatMap(({ ids }) => ids))) {
    if (!deviating.has(id)) linkFaults.push(`deviations.md names ${id}, but no row says that ${id} deviates`);
  }
  return linkFaults;
};

/** The chain of names a call is made by: test.describe.each(rows)(…) is test, describe, each. */
const namesOf = (node) => {
  switch (node?.type) {
    case 'Identifier':
      return [node.name];
    case 'MemberExpression':
      return [...namesOf(node.object), ...namesOf(node.property)];
    case 'CallExpression':
      return namesOf(node.callee);
    case 'TaggedTemplateExpression':
      return namesOf(node.tag);
    default:
      return [];
  }
};

const textOf = (node) => {
  if (node?.type === 'TemplateLiteral') return node.quasis.map((quasi) => quasi.value.cooked).join('');
  return typeof node?.value === 'string' ? node.value : '';
};

const childrenOf = (node) =>
  Object.values(node)
    .flat()
    .filter((child) => typeof child?.type === 'string');

const titlesIn = (node) => {
  const names = node.type === 'CallExpression' ? namesOf(node.callee) : [];
  const isTest = TEST_CALLS.includes(names[0]);
  if (isTest && names.some((name) => NOT_RUN.includes(name))) return [];
  const titles = isTest ? [textOf(node.arguments[0])] : [];
  return [...titles, ...childrenOf(node).flatMap(titlesIn)];
};

/** The ids that the titles of a test file name in square brackets. */
const idsOf = ({ path: file, text }) => {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0].message}`);
  const brackets = titlesIn(program).flatMap(
    (title) => title.match(/\[[A-Z]+-\d+(?:, ?[A-Z]+-\d+)*\]/g) ?? [],
  );
  return new Set(brackets.flatMap((bracket) => bracket.slice(1, -1).split(/, ?/)));
};

/** Every way in which the table, the tests and the deviations disagree, one sentence each. */
export const faults = (markdown, tests, deviations) => {
  const rows = rowsOf(markdown);
  const idsByFile = new Map(tests.map((test) => [test.path, idsOf(test)]));
  const proven = new Set([...idsByFile.values()].flatMap((ids) => [...ids]));
  const known = new Set();
  const rowFaults = rows.length === 0 ? ['the table has no rows'] : [];
  for (const { id, state, complete } of rows) {
    if (known.has(id)) rowFaults.push(`${id} stands in the table twice`);
    known.add(id);
    if (!complete) rowFaults.push(`${id}: a row is | id | what | state |`);
    else if (!STATES.includes(state))
      rowFaults.push(
        `${id}: the state is ${STATES.join(', ')}, or with ', [deviates](deviations.md#…)', not '${state}'`,
      );
    if (state !== 'open' && !proven.has(id)) rowFaults.push(`${id} is ${state}, but no test names [${id}]`);
  }
  for (const [file, ids] of idsByFile) {
    for (const id of ids)
      if (!known.has(id)) rowFaults.push(`${file} names [${id}], which is not in the table`);
  }
  return [...rowFaults, ...deviationFaults(rows, deviations)];
};

const testFilesIn = async (folder) => {
  const entries = await readdir(folder, { withFileTypes: true });
  const inside = entries.map((entry) => {
    const target = path.join(folder, entry.name);
    if (!entry.isDirectory()) return TEST_FILE.test(entry.name) ? [target] : [];
    return NOT_WALKED.includes(entry.name) || entry.name.startsWith('.') ? [] : testFilesIn(target);
  });
  return (await Promise.all(inside)).flat().toSorted((a, b) => a.localeCompare(b));
};

const main = async () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const pageOf = async (name) => {
    const file = path.join(root, 'docs', name);
    return existsSync(file) ? readFile(file, 'utf8') : '';
  };
  const read = async (file) => ({ path: path.relative(root, file), text: await readFile(file, 'utf8') });
  const markdown = await pageOf('requirements.md');
  const tests = await Promise.all((await testFilesIn(root)).map(read));
  const id = process.argv[2];
  if (id !== undefined) {
    for (const test of tests) if (idsOf(test).has(id)) console.log(test.path);
    return;
  }
  const all = faults(markdown, tests, await pageOf('deviations.md'));
  for (const fault of all) console.error(fault);
  const rows = rowsOf(markdown);
  const states = STATES.map((state) => `${rows.filter((row) => row.state === state).length} ${state}`);
  const deviating = rows.filter((row) => row.deviatesAt !== null).length;
  console.log(
    `requirements: ${states.join(', ')}, ${deviating} deviate; ${tests.length} test files, ${all.length} faults`,
  );
  process.exitCode = all.length > 0 ? 1 : 0;
};

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) await main();
