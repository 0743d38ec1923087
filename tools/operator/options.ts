import { parseArgs } from 'node:util';
import { Failure } from './failure.ts';

const USAGE = `npm run operator -- <command> [options]

  first --provider <id> --email <address> --first-name <name> --last-name <name>
                                               the first operator of a provider, in the database of DATABASE_URL or DATA_DIR;
                                               prints a link that sets the password
  login --email <address> [--pid <provider>]   sign in; asks for password and two-factor code
  logout                                       end the session and forget it
  programs                                     programs that events can be ordered for
  dry-run <order>                              what an order would reach; nothing is scheduled
  event start <order>                          order events
  event change <id> [--start <time>] [--end <time>] [--intensity <percent>]
  event cancel <id>                            end an event; devices that were moved return
  event show <id>, event list                  state, outcomes and power
  dispatch cancel <id>                         end all events of one order
  stop-all [--return-now] [--reason <words>]   cancel every event of the provider; --return-now: something is wrong, devices
                                               return within two minutes
  storm expect --end <time> [--cause <words>]  events leave batteries alone until then, also those that run; homes are told
  storm end                                    no storm is expected any more
  rewards export [--program <id>]              what homes have earned, as CSV with the moment it holds for
  rewards mark-paid --program <id> --as-of <time>   what was confirmed by then is paid
  participation export <id>                    every device in an event with its result, as CSV
  message <words> [--program <id> | --house <id>] [--incentive]   shows and counts, asks, then sends; to all unless given
  marketing publish <words> --button <words> --link <address> [--program <id> | --house <id>] [--start <time>] [--end <time>]
                                               shows and counts, asks, then puts a card on dashboards; for 30 days unless given
  marketing list, marketing withdraw <id>      what was published; end one
  invite --house <id> --email <address> --access owner|member|viewer [--language <code>]
                                               a mail with a code that opens a home without an owner; once, for 7 days
  invitation revoke <id> --house <id>          end an invitation
  invitation resend --account <number> or --before <time>   another mail to who was invited, by file, and has not come; the
                                               earlier link ends. Nobody gets two within an hour
  add-operator --email <address> --first-name <name> --last-name <name> [--language <code>]
                                               another operator with your limits; a mail has a link that sets the password
  operators                                    who is an operator, with ids and limits
  remove-operator <id>                         end the right and the sessions of an operator; not of the last one
  import <file> [--kind homes|people|devices|enrolments] [--full] [--apply] [--confirm-moved] [--confirm-missing]
                                               what a CSV file would change; --apply writes it. Ends with 1 when lines were refused
  inbox [--before <time>]                      what people wrote, unanswered first, then newest first; a hundred at once
  inbox answer <id> --text <words> or --html-file <file>

An order: --program <id> (may be repeated) --minutes <number> or --end <time> [--start <time>, else now]
          [--group <name>, may be repeated] [--intensity <percent>] [--target-kw <number>]
          [--cause <words>, in another language with its code: --cause-es]
Words: --subject <words> and --text <words> or --html-file <file>, of a marketing message also --button <words>, in English;
       in another language with its code: --subject-es, --text-es, --html-file-es, --button-es.
A time is ISO 8601 with its offset, such as 2026-07-15T17:00:00-06:00.

  --url <address>          of the server; http://127.0.0.1:8080 unless signed in elsewhere
  --password-file <file>   or PORCHLIGHT_PASSWORD in the environment; asked for else, never an argument
  --token-file <file>      where the session is kept for an hour
  --yes                    sends a message, or publishes, without asking
  --json                   answers as JSON`;

const text = { type: 'string' } as const;
const texts = { type: 'string', multiple: true } as const;
const OPTIONS = {
  url: text,
  email: text,
  pid: text,
  program: texts,
  group: texts,
  start: text,
  end: text,
  minutes: text,
  intensity: text,
  cause: text,
  reason: text,
  'return-now': { type: 'boolean' },
  'target-kw': text,
  'as-of': text,
  before: text,
  house: text,
  access: text,
  account: text,
  'first-name': text,
  'last-name': text,
  language: text,
  incentive: { type: 'boolean' },
  subject: text,
  text,
  'html-file': text,
  button: text,
  link: text,
  yes: { type: 'boolean' },
  kind: text,
  full: { type: 'boolean' },
  apply: { type: 'boolean' },
  'confirm-moved': { type: 'boolean' },
  'confirm-missing': { type: 'boolean' },
  'password-file': text,
  'token-file': text,
  json: { type: 'boolean' },
} as const;

/** What a person reads, as it was given in one language. */
export interface GivenWords {
  readonly subject?: string;
  readonly text?: string;
  readonly 'html-file'?: string;
  readonly button?: string;
  readonly cause?: string;
}

/** One of them in a language other than English: --subject-es. The server knows which languages there are. */
const TRANSLATED = /^--((subject|text|html-file|button|cause)-([a-z]{2,3}))(?==|$)/;

const parse = (args: readonly string[]) => {
  const translated = args.flatMap((argument) => {
    const [, option, name = '', language = ''] = TRANSLATED.exec(argument) ?? [];
    return option === undefined ? [] : [{ option, name, language }];
  });
  const options = { ...OPTIONS, ...Object.fromEntries(translated.map(({ option }) => [option, text])) };
  try {
    const parsed = parseArgs({ args: [...args], options, allowPositionals: true });
    const given: Readonly<Record<string, unknown>> = parsed.values;
    const translations: Record<string, GivenWords> = {};
    for (const { option, name, language } of translated) {
      translations[language] = { ...translations[language], [name]: given[option] };
    }
    return { ...parsed, values: { ...parsed.values, translations } };
  } catch (error) {
    const { message } = error as Error;
    throw new Failure(
      message.includes("'--password'")
        ? 'A password in the arguments can be read by others: use --password-file or PORCHLIGHT_PASSWORD, or be asked.'
        : message,
    );
  }
};

export type Options = ReturnType<typeof parse>['values'];

const COMMANDS = [
  'login',
  'logout',
  'programs',
  'dry-run',
  'event start',
  'event change',
  'event cancel',
  'event show',
  'event list',
  'dispatch cancel',
  'stop-all',
  'storm expect',
  'storm end',
  'rewards export',
  'rewards mark-paid',
  'participation export',
  'message',
  'inbox',
  'inbox answer',
  'marketing publish',
  'marketing list',
  'marketing withdraw',
  'invite',
  'invitation revoke',
  'invitation resend',
  'add-operator',
  'operators',
  'remove-operator',
  'import',
] as const;
export type CommandName = (typeof COMMANDS)[number];

/** First words of commands of two words. */
const GROUPS: readonly string[] = [
  'event',
  'dispatch',
  'storm',
  'rewards',
  'participation',
  'marketing',
  'invitation',
];

export interface CommandLine {
  readonly command: CommandName;
  /** Of an event or a dispatch, of what somebody wrote, of a marketing message, an invitation or an operator, or a file; empty where the command takes none. */
  readonly id: string;
  readonly options: Options;
}

const TAKES_ID: readonly CommandName[] = [
  'event change',
  'event cancel',
  'event show',
  'dispatch cancel',
  'participation export',
  'inbox answer',
  'marketing withdraw',
  'invitation revoke',
  'remove-operator',
  'import',
];

export const readCommandLine = (args: readonly string[]): CommandLine => {
  const { values: options, positionals } = parse(args);
  const isPair =
    GROUPS.includes(positionals[0] ?? '') || positionals.slice(0, 2).join(' ') === 'inbox answer';
  const words = isPair ? 2 : 1;
  const name = positionals.slice(0, words).join(' ');
  const command = COMMANDS.find((one) => one === name);
  if (!command) throw new Failure(name === '' ? USAGE : `There is no command "${name}".\n\n${USAGE}`);
  const [id = '', ...more] = positionals.slice(words);
  if ((id !== '') !== TAKES_ID.includes(command) || more.length > 0) {
    throw new Failure(TAKES_ID.includes(command) ? `${command} takes one id.` : `${command} takes no ${id}.`);
  }
  return { command, id, options };
};

const numberIn = (name: string, given: string | undefined): number | undefined => {
  if (given === undefined) return undefined;
  const value = Number(given);
  if (given.trim() === '' || !Number.isFinite(value)) throw new Failure(`--${name} ${given} is no number.`);
  return value;
};

export const timeIn = (name: string, given: string | undefined): string | undefined => {
  if (given === undefined) return undefined;
  if (!/^\d{4}-\d\d-\d\dT.+(?:Z|[+-]\d\d:\d\d)$/.test(given) || Number.isNaN(Date.parse(given))) {
    throw new Failure(`--${name} ${given} is no time with its offset, such as 2026-07-15T17:00:00-06:00.`);
  }
  return given;
};

/** One text, or where there are others by language, as the server takes them. */
const causeOf = ({ cause, translations }: Options): string | Readonly<Record<string, string>> | undefined => {
  const others = Object.entries(translations).flatMap(([language, words]) =>
    words.cause === undefined ? [] : [[language, words.cause] as const],
  );
  if (others.length === 0) return cause;
  return { ...(cause === undefined ? {} : { en: cause }), ...Object.fromEntries(others) };
};

/** The body of an order; what was not given is left out. */
export const orderOf = (options: Options) => {
  const { program, group, start, end, minutes, intensity } = options;
  if (!program) throw new Failure('An order names at least one --program.');
  if ((end === undefined) === (minutes === undefined))
    throw new Failure('An order has either --minutes or --end.');
  return {
    programIds: program,
    startTime: start === undefined || start === 'now' ? 'now' : timeIn('start', start),
    endTime: timeIn('end', end),
    minutes: numberIn('minutes', minutes),
    groups: group,
    intensity: numberIn('intensity', intensity),
    targetKw: numberIn('target-kw', options['target-kw']),
    cause: causeOf(options),
  };
};

export const changeOf = ({ start, end, intensity }: Options) => ({
  startTime: timeIn('start', start),
  endTime: timeIn('end', end),
  intensity: numberIn('intensity', intensity),
});

/** The body that says that a storm is expected. */
export const stormOf = (options: Options) => {
  if (options.end === undefined) throw new Failure('storm expect needs --end: until when it may last.');
  return { until: timeIn('end', options.end), cause: causeOf(options) };
};

/** The body that marks rewards as paid. */
export const paymentOf = ({ program, 'as-of': asOf }: Options) => {
  if (!program || asOf === undefined) {
    throw new Failure('rewards mark-paid needs --program, and the --as-of of the list that was paid.');
  }
  return { programIds: program, asOf: timeIn('as-of', asOf) };
};
