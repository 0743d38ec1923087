import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkProviders, isProviderId } from '../../server/src/providers/check/check-providers.ts';
import { problemText } from '../../server/src/providers/check/provider-problem.ts';
import { PROVIDERS_FOLDER } from '../../server/src/providers/registry.ts';
import { newProviderFiles } from './new-provider.ts';
import { sampleFiles } from './sample-files.ts';

const USAGE = [
  'npm run provider -- new <id> [folder]   makes the files of a provider, ready to be changed',
  'npm run provider -- check [folder]      says all that is wrong with the providers of a folder',
  'npm run provider -- samples <homes> <folder>   writes files of so many homes, to try an import with',
  'The folder is PROVIDERS_DIR unless given, else that of the product. providers/README.md tells every field.',
].join('\n');

interface Outcome {
  readonly text: string;
  readonly exitCode: 0 | 1;
}

const refusal = (text: string): Outcome => ({ text, exitCode: 1 });

const check = (folder: string): Outcome => {
  const { providers, problems } = checkProviders(folder);
  if (problems.length > 0) return refusal(problems.map(problemText).join('\n'));
  const names = providers.map(({ id, programs }) => `${id} (${programs.length} programs)`);
  return { text: `Nothing is wrong with ${names.join(', ')} in ${folder}.`, exitCode: 0 };
};

const create = (id: string, folder: string): Outcome => {
  if (!isProviderId(id)) return refusal(`${id}: small letters, digits and - only, such as acme-power.`);
  const root = path.join(folder, id);
  if (existsSync(root)) return refusal(`${root} exists already; nothing was written.`);
  const others = existsSync(folder) ? checkProviders(folder).providers : [];
  const files = newProviderFiles(id, { isDefault: !others.some(({ file }) => file.default) });
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(root, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  const next = [
    `${root} is made: ${Object.keys(files).join(', ')}.`,
    'Next: write your name, colour, address, hosts and rules into them (providers/README.md tells every field),',
    'let somebody who answers for it write the terms and the privacy notice,',
    `then npm run provider -- check ${folder}`,
    `and start with PROVIDERS_DIR=${folder}`,
  ];
  return { text: next.join('\n'), exitCode: 0 };
};

const MOST_HOMES = 500_000;

const writeSamples = (count: string, folder: string): Outcome => {
  const homes = Number(count);
  if (!Number.isInteger(homes) || homes < 1 || homes > MOST_HOMES) {
    return refusal(`${count}: a whole number from 1 to ${MOST_HOMES}.`);
  }
  const files = sampleFiles(homes);
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
  return { text: `${folder}: ${Object.keys(files).join(', ')} of ${homes} homes.`, exitCode: 0 };
};

/** `providersDir`: the setting of the environment. */
export const runProviderCommand = (args: readonly string[], providersDir: string | undefined): Outcome => {
  const [command, ...more] = args;
  const inFolder = (given: string | undefined): string =>
    path.resolve(given ?? providersDir ?? PROVIDERS_FOLDER);
  const [first, second] = more;
  if (command === 'check' && more.length <= 1) return check(inFolder(first));
  if (command === 'samples' && first !== undefined && second !== undefined && more.length === 2) {
    return writeSamples(first, path.resolve(second));
  }
  if (command === 'new' && first !== undefined && more.length <= 2) return create(first, inFolder(second));
  return refusal(USAGE);
};
