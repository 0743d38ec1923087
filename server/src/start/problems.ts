import type { Config } from '../config.ts';
import { isLoopback } from './console.ts';

/** What an installation cannot do, or does unsafely, although it serves: told at every start, by /readyz and by the log. */
export interface Problems {
  readonly list: () => readonly string[];
  /** null: it is over. */
  readonly set: (name: string, sentence: string | null) => void;
}

export const createProblems = (onChange: (sentence: string) => void): Problems => {
  const sentences = new Map<string, string>();
  return {
    list: () => [...sentences.values()],
    set: (name, sentence) => {
      if (sentences.get(name) === (sentence ?? undefined)) return;
      if (sentence === null) sentences.delete(name);
      else sentences.set(name, sentence);
      onChange(sentence ?? `Over: ${name}.`);
    },
  };
};

type Settings = Pick<Config, 'publicUrl' | 'smtpUrl' | 'demo' | 'host'>;

const isReadableOnTheWay = ({ publicUrl, host }: Settings): boolean =>
  publicUrl !== null &&
  publicUrl.startsWith('http:') &&
  !(isLoopback(host) && isLoopback(new URL(publicUrl).hostname));

/** Those that the settings alone tell, by name. */
export const settingProblems = (config: Settings): Readonly<Record<string, string>> => ({
  ...(isReadableOnTheWay(config)
    ? {
        'plain http':
          'PUBLIC_URL begins with http://, so that passwords cross the network for everybody to read: serve the portal by https.',
      }
    : {}),
  ...(config.smtpUrl === null && !config.demo
    ? {
        'no mail':
          'SMTP_URL is not set, so that no mail is sent: no invitation, no code, no notice of an event.',
      }
    : {}),
});

interface RemovedProgram {
  readonly providerId: string;
  readonly programId: string;
  readonly enrolments: number;
}

export const removedProgramText = ({ providerId, programId, enrolments }: RemovedProgram): string =>
  `The program ${programId} of ${providerId} is no longer in its programs.json and has ${enrolments} ${enrolments === 1 ? 'enrolment' : 'enrolments'}: no event can be ordered for it. Put it back, or end them.`;
