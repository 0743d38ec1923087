import type { Program } from '#contract/entities/program.ts';
import type { ProviderFile } from '#contract/entities/provider.ts';
import { LANGUAGES } from '../../lib/text/i18n.ts';
import { nearestName } from '../../lib/text/nearest-name.ts';
import type { ProviderProblem } from './provider-problem.ts';

/* What a schema cannot see: fields that must agree with each other, with languages, programs and other providers. */

type Found = Omit<ProviderProblem, 'file'>;

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const HOST_NAME = new RegExp(`^(?:${LABEL}\\.)*${LABEL}$`, 'i');

/** Every field of the file that names a language. */
const namedLanguages = ({
  commonSettings,
  homeAppFooter,
  homeAppConfig,
  programNames,
}: ProviderFile): readonly (readonly [field: string, language: string])[] => [
  ...commonSettings.byodMultipleLanguages.supportedLanguages.map(
    (code, index) => [`commonSettings.byodMultipleLanguages.supportedLanguages.${index}`, code] as const,
  ),
  ...Object.entries({ homeAppFooter, homeAppConfig, programNames }).flatMap(([name, { translations }]) =>
    translations.map(({ language }, index) => [`${name}.translations.${index}.language`, language] as const),
  ),
];

const languageProblems = (file: ProviderFile): readonly Found[] =>
  namedLanguages(file)
    .filter(([, language]) => !LANGUAGES.includes(language))
    .map(([field, language]) => ({
      field,
      says: `is "${language}", and there is no locales/${language}.json; there are ${LANGUAGES.join(', ')}`,
    }));

const hostProblems = ({ hosts }: ProviderFile): readonly Found[] =>
  hosts.flatMap((host, index) => {
    const field = `hosts.${index}`;
    if (!HOST_NAME.test(host)) {
      const says = `is "${host}", not the name of a host alone, such as home.utility.example`;
      return [{ field, says }];
    }
    const isAgain = hosts.slice(0, index).some((one) => one.toLowerCase() === host.toLowerCase());
    return isAgain ? [{ field, says: `is "${host}", which stands there already` }] : [];
  });

const welcomeProblems = ({ homeAppConfig }: ProviderFile): readonly Found[] => {
  const { welcomeModalEnabled, welcomeModalTitle, welcomeModalBody } = homeAppConfig;
  if (!welcomeModalEnabled) return [];
  return Object.entries({ welcomeModalTitle, welcomeModalBody })
    .filter(([, text]) => text === null || text.trim() === '')
    .map(([name]) => ({ field: `homeAppConfig.${name}`, says: 'is empty, and welcomeModalEnabled is true' }));
};

const nameProblems = ({ programNames }: ProviderFile, programs: readonly Program[]): readonly Found[] => {
  const ids = programs.map(({ id }) => id);
  return programNames.translations
    .map(({ programId }, index) => ({ programId, field: `programNames.translations.${index}.programId` }))
    .filter(({ programId }) => !ids.includes(programId))
    .map(({ programId, field }) => {
      const meant = nearestName(programId, ids);
      const hint = meant === null ? '' : `; ${meant} is meant, it seems`;
      return { field, says: `is "${programId}", and programs.json has no such program${hint}` };
    });
};

export const ruleProblems = (file: ProviderFile, programs: readonly Program[]): readonly Found[] => [
  ...languageProblems(file),
  ...hostProblems(file),
  ...welcomeProblems(file),
  ...nameProblems(file, programs),
];

interface Named {
  readonly id: string;
  readonly file: ProviderFile;
}

/** Of a provider beside those that were read before it. */
export const problemsBeside = ({ file }: Named, earlier: readonly Named[]): readonly Found[] => {
  const other = earlier.find((one) => one.file.default);
  return [
    ...(file.default && other
      ? [{ field: 'default', says: `is true, and that of ${other.id} is as well` }]
      : []),
    ...file.hosts.flatMap((host, index) => {
      const owner = earlier.find((one) =>
        one.file.hosts.some((theirs) => theirs.toLowerCase() === host.toLowerCase()),
      );
      return owner
        ? [{ field: `hosts.${index}`, says: `is "${host}", which ${owner.id} lists as well` }]
        : [];
    }),
  ];
};
