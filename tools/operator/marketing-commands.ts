import type { MarketingDryRun, PublishedMarketing } from '#contract/entities/marketing.ts';
import { Refusal } from './api.ts';
import type { Command } from './command.ts';
import { Failure } from './failure.ts';
import { marketingOf } from './marketing-options.ts';

const targetOf = ({ programId, houseId }: Pick<PublishedMarketing, 'programId' | 'houseId'>): string => {
  if (houseId !== null) return `home ${houseId}`;
  return programId === null ? 'all homes' : `program ${programId}`;
};

const printDryRun = (reach: MarketingDryRun): string =>
  [
    ...reach.previews.flatMap(({ language, title, plainTextBody, linkTitle }) => [
      `[${language}] ${title}`,
      plainTextBody,
      `[ ${linkTitle} ] ${reach.link}`,
      '',
    ]),
    `${targetOf(reach)}: shown at ${reach.homes} from ${reach.startTime} to ${reach.endTime}`,
    ...(reach.homesWithout === 0 ? [] : [`${reach.homesWithout} more have marketing turned off`]),
  ].join('\n');

const printPublished = (message: PublishedMarketing): string => {
  const { id, title, startTime, endTime, withdrawnAt, dismissals } = message;
  const until = withdrawnAt === null ? `${startTime} to ${endTime}` : `withdrawn ${withdrawnAt}`;
  return `${id}  ${title}  (${targetOf(message)}, ${until}, dismissed by ${dismissals})`;
};

export const marketingCommands = {
  'marketing publish': async ({ call, ask }, { options }) => {
    const order = marketingOf(options);
    const reach = await call<MarketingDryRun>('POST', '/operator/marketing/dry-run', order);
    if (!options.yes) {
      const typed = await ask(`${printDryRun(reach)}\nPublish it? Type "${reach.homes}" to confirm: `);
      if (typed.trim() !== String(reach.homes)) throw new Failure('Nothing was published.');
    }
    const answer = await call<PublishedMarketing>('POST', '/operator/marketing', order);
    return { answer, text: printPublished(answer) };
  },

  'marketing list': async ({ call }) => {
    const answer = await call<PublishedMarketing[]>('GET', '/operator/marketing');
    return { answer, text: answer.map(printPublished).join('\n') || 'Nothing was published.' };
  },

  'marketing withdraw': async ({ call }, { id }) => {
    const path = `/operator/marketing/${encodeURIComponent(id)}/withdraw`;
    const answer = await call<PublishedMarketing>('POST', path).catch((error: unknown) => {
      const isUnknown = error instanceof Refusal && error.code === 'not_found';
      throw isUnknown ? new Failure(`Your provider has no marketing message ${id}.`) : error;
    });
    return { answer, text: printPublished(answer) };
  },
} as const satisfies Readonly<Record<string, Command>>;
