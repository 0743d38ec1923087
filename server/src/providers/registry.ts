import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Language } from '#contract/entities/account.ts';
import type { ProviderConfig } from '#contract/entities/provider.ts';
import { ProgramsFile } from '#contract/entities/program.ts';
import type { Program } from '#contract/entities/program.ts';
import { ProviderFile } from '#contract/entities/provider.ts';
import { cleanHtml } from '../lib/text/clean-html.ts';
import { LANGUAGES } from '../lib/text/i18n.ts';
import { StartFailure } from '../lib/start-failure.ts';

const PROVIDERS_FOLDER = path.resolve(import.meta.dirname, '../../../providers');
export const LOGOS = { logoLight: 'logo-light.svg', logoLightSmall: 'logo-light-small.svg' } as const;

export interface Provider {
  readonly id: string;
  readonly file: ProviderFile;
  readonly config: ProviderConfig;
  readonly programs: readonly Program[];
}

export interface Providers {
  /** Where their files are. */
  readonly folder: string;
  readonly all: readonly Provider[];
  readonly byId: (id: string) => Provider | undefined;
  /** The provider that lists the host; on other hosts the one of `pid`, or the default without it. */
  readonly forRequest: (host: string, pid?: string) => Provider | undefined;
  readonly byHost: (host: string) => Provider | undefined;
  readonly fallback: Provider;
}

/** Null where no text is left. */
const clean = (html: string | null): string | null => (html === null ? null : cleanHtml(html) || null);

const toProvider = (id: string, file: ProviderFile, programs: readonly Program[]): Provider => {
  const {
    hosts: _,
    default: __,
    settings: ___,
    messageArchiveDays: ____,
    closedHouseholdMonths: _____,
    programNames: ______,
    signOn,
    ...shared
  } = file;
  return {
    id,
    file,
    programs,
    config: {
      pid: id,
      ...shared,
      signOnName: signOn ? (signOn.name ?? shared.shortName) : null,
      homeAppFooter: {
        text: clean(shared.homeAppFooter.text),
        translations: shared.homeAppFooter.translations.map(({ language, text }) => ({
          language,
          text: cleanHtml(text),
        })),
      },
      homeAppConfig: {
        ...shared.homeAppConfig,
        welcomeModalBody: clean(shared.homeAppConfig.welcomeModalBody),
        translations: shared.homeAppConfig.translations.map(({ body, ...rest }) => ({
          ...rest,
          body: cleanHtml(body),
        })),
      },
      programs: programs.map(({ id: programId, name: programLongName }) => ({ programId, programLongName })),
      logoLight: `/brand/${id}/${LOGOS.logoLight}`,
      logoLightSmall: `/brand/${id}/${LOGOS.logoLightSmall}`,
    },
  };
};

const parse = <T>(file: string, schema: { readonly parse: (value: unknown) => T }): T => {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new StartFailure(`The provider file ${file} cannot be used: ${(error as Error).message}`);
  }
};

/** Every field of the file that names a language, with its path. */
const namedLanguages = ({
  commonSettings,
  homeAppFooter,
  homeAppConfig,
  programNames,
}: ProviderFile): [field: string, language: Language][] => [
  ...commonSettings.byodMultipleLanguages.supportedLanguages.map((code, index): [string, Language] => [
    `commonSettings.byodMultipleLanguages.supportedLanguages.${index}`,
    code,
  ]),
  ...Object.entries({ homeAppFooter, homeAppConfig, programNames }).flatMap(([name, { translations }]) =>
    translations.map(({ language }, index): [string, Language] => [
      `${name}.translations.${index}.language`,
      language,
    ]),
  ),
];

const parseProvider = (file: string): ProviderFile => {
  const parsed = parse(file, ProviderFile);
  const unknown = namedLanguages(parsed).find(([, language]) => !LANGUAGES.includes(language));
  if (!unknown) return parsed;
  const [field, language] = unknown;
  throw new StartFailure(
    `The provider file ${file} cannot be used: ${field} is "${language}", and there is no locales/${language}.json; there are ${LANGUAGES.join(', ')}.`,
  );
};

const read = (
  folder: string,
  id: string,
  adapt: (id: string, file: ProviderFile) => ProviderFile,
): Provider => {
  const programs = path.join(folder, id, 'programs.json');
  return toProvider(
    id,
    adapt(id, parseProvider(path.join(folder, id, 'provider.json'))),
    existsSync(programs) ? parse(programs, ProgramsFile) : [],
  );
};

/** Lower case, without port and without the trailing dot of a fully qualified name. */
const plainHost = (host: string): string => host.toLowerCase().replace(/\.?(:\d+)?$/, '');

const findIn = (folder: string, all: readonly Provider[]): Providers => {
  const fallback = all.find(({ file }) => file.default);
  if (!fallback) throw new StartFailure(`No provider in ${folder} is marked as the default.`);
  const providersById = new Map(all.map((provider) => [provider.id, provider]));
  const providersByHost = new Map(
    all.flatMap((provider) => provider.file.hosts.map((host) => [host.toLowerCase(), provider])),
  );
  const byHost = (host: string) => providersByHost.get(plainHost(host));
  return {
    folder,
    all,
    fallback,
    byHost,
    byId: (id) => providersById.get(id),
    forRequest: (host, pid) => byHost(host) ?? (pid ? providersById.get(pid) : fallback),
  };
};

/** `adapt` changes what the files say; tests use it. */
export const readProviders = (
  folder = PROVIDERS_FOLDER,
  adapt: (id: string, file: ProviderFile) => ProviderFile = (_id, file) => file,
): Providers =>
  findIn(
    folder,
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => read(folder, name, adapt)),
  );
