import path from 'node:path';
import type { Program } from '#contract/entities/program.ts';
import type { ProviderConfig, ProviderFile } from '#contract/entities/provider.ts';
import { cleanHtml } from '../lib/text/clean-html.ts';
import { StartFailure } from '../lib/start-failure.ts';
import { LOGOS, checkProviders } from './check/check-providers.ts';
import type { ProviderTerms } from './check/read-terms.ts';
import type { ReadProvider } from './check/check-providers.ts';
import { problemText } from './check/provider-problem.ts';

export const PROVIDERS_FOLDER = path.resolve(import.meta.dirname, '../../../providers');

export interface Provider {
  readonly id: string;
  readonly file: ProviderFile;
  readonly config: ProviderConfig;
  readonly programs: readonly Program[];
  /** null: people are not asked to agree to anything. */
  readonly terms: ProviderTerms | null;
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

const toProvider = ({ id, file, programs, terms }: ReadProvider): Provider => {
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
    terms: terms && {
      version: terms.version,
      texts: new Map(
        [...terms.texts].map(([language, text]) => [
          language,
          { terms: cleanHtml(text.terms), privacy: cleanHtml(text.privacy) },
        ]),
      ),
    },
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

/** Lower case, without port and without the trailing dot of a fully qualified name. */
const plainHost = (host: string): string => host.toLowerCase().replace(/\.?(:\d+)?$/, '');

const findIn = (folder: string, all: readonly Provider[]): Providers => {
  const fallback = all.find(({ file }) => file.default);
  if (!fallback) throw new Error('no default');
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
): Providers => {
  const { providers, problems } = checkProviders(folder);
  if (problems.length > 0) throw new StartFailure(problems.map(problemText).join('\n'));
  return findIn(
    folder,
    providers.map((provider) => toProvider({ ...provider, file: adapt(provider.id, provider.file) })),
  );
};
