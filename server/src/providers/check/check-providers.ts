import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { ProgramsFile } from '#contract/entities/program.ts';
import type { Program } from '#contract/entities/program.ts';
import { ProviderFile } from '#contract/entities/provider.ts';
import { programProblem } from '#domain/events/plan/program-problem.ts';
import type { ProviderProblem } from './provider-problem.ts';
import { problemsBeside, ruleProblems } from './provider-rules.ts';
import { readTerms } from './read-terms.ts';
import type { ProviderTerms } from './read-terms.ts';
import { readJson } from './read-json.ts';
import { schemaProblems } from './schema-problems.ts';

export const LOGOS = { logoLight: 'logo-light.svg', logoLightSmall: 'logo-light-small.svg' } as const;

export interface ReadProvider {
  readonly id: string;
  readonly file: ProviderFile;
  readonly programs: readonly Program[];
  readonly terms: ProviderTerms | null;
}

export interface CheckedProviders {
  /** Those that can be used. */
  readonly providers: readonly ReadProvider[];
  readonly problems: readonly ProviderProblem[];
}

interface Checked<T> {
  /** null: it cannot be used. */
  readonly value: T | null;
  readonly problems: readonly ProviderProblem[];
}

export const isProviderId = (id: string): boolean => /^[a-z0-9][a-z0-9-]{0,30}$/.test(id);

const checkProviderFile = (file: string): Checked<ProviderFile> => {
  const json = readJson(file);
  if ('says' in json) return { value: null, problems: [{ file, field: null, says: json.says }] };
  const found = schemaProblems(ProviderFile, json.data, (keys) => keys.join('.'));
  const value = found.length === 0 ? ProviderFile.parse(json.data) : null;
  return { value, problems: found.map((problem) => ({ file, ...problem })) };
};

/** A program is named by its id where it has one. */
const nameInPrograms =
  (data: unknown) =>
  ([index, ...rest]: readonly PropertyKey[]): string => {
    const program = Array.isArray(data) ? (data[Number(index)] as { id?: unknown } | null) : null;
    const name = typeof program?.id === 'string' ? program.id : `program ${Number(index) + 1}`;
    return [`${name}:`, rest.join('.')].join(' ').trim();
  };

/** A provider without the file has no programs. */
const checkProgramsFile = (file: string): Checked<readonly Program[]> => {
  if (!existsSync(file)) return { value: [], problems: [] };
  const json = readJson(file);
  if ('says' in json) return { value: null, problems: [{ file, field: null, says: json.says }] };
  const found = schemaProblems(ProgramsFile, json.data, nameInPrograms(json.data));
  if (found.length > 0) return { value: null, problems: found.map((problem) => ({ file, ...problem })) };
  const programs = ProgramsFile.parse(json.data);
  const problems = programs.flatMap((program) => {
    const problem = programProblem(program);
    return problem === null ? [] : [{ file, field: `${program.id}:`, says: problem }];
  });
  return { value: problems.length === 0 ? programs : null, problems };
};

const logoProblems = (folder: string): readonly ProviderProblem[] =>
  Object.values(LOGOS)
    .map((name) => path.join(folder, name))
    .filter((file) => !existsSync(file))
    .map((file) => ({ file, field: null, says: 'is missing: a logo as SVG' }));

const checkProvider = (folder: string, id: string): Checked<ReadProvider> => {
  const root = path.join(folder, id);
  const providerFile = path.join(root, 'provider.json');
  const file = checkProviderFile(providerFile);
  const programs = checkProgramsFile(path.join(root, 'programs.json'));
  const rules =
    file.value === null || programs.value === null ? [] : ruleProblems(file.value, programs.value);
  const terms = file.value ? readTerms(root, file.value) : null;
  const problems = [
    ...(isProviderId(id)
      ? []
      : [{ file: root, field: null, says: 'is no name for a provider: small letters, digits and - only' }]),
    ...file.problems,
    ...programs.problems,
    ...rules.map((found) => ({ file: providerFile, ...found })),
    ...logoProblems(root),
    ...(terms?.problems ?? []),
  ];
  const value =
    file.value === null || programs.value === null
      ? null
      : { id, file: file.value, programs: programs.value, terms: terms?.value ?? null };
  return { value, problems };
};

const foldersIn = (folder: string): readonly string[] | null => {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .toSorted();
  } catch {
    return null;
  }
};

/** Reads every provider of a folder, and says all that is wrong with their files. */
export const checkProviders = (folder: string): CheckedProviders => {
  const ids = foldersIn(folder);
  if (ids === null) {
    const says = 'is no folder that can be read; PROVIDERS_DIR names the folder of the brands';
    return { providers: [], problems: [{ file: folder, field: null, says }] };
  }
  const checked = ids.map((id) => checkProvider(folder, id));
  const providers = checked.flatMap(({ value }) => value ?? []);
  const beside = providers.flatMap((provider, index) =>
    problemsBeside(provider, providers.slice(0, index)).map((found) => ({
      file: path.join(folder, provider.id, 'provider.json'),
      ...found,
    })),
  );
  const problems = [...checked.flatMap((one) => one.problems), ...beside];
  if (problems.length === 0 && !providers.some(({ file }) => file.default)) {
    const says =
      ids.length === 0
        ? 'has no provider yet; npm run provider -- new makes one'
        : 'has no provider that is the default: write "default": true into one provider.json';
    return { providers, problems: [{ file: folder, field: null, says }] };
  }
  return { providers, problems };
};
