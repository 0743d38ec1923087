import { parseArgs } from 'node:util';
import { Failure } from './failure.ts';

const USAGE = `npm run operator -- <command> [options]

  login --email <address> [--pid <provider>]   sign in; asks for password and two-factor code
  logout                                       end the session and forget it
  programs                                     programs that events can be ordered for
  dry-run <order>                              what an order would reach; nothing is scheduled
  event start <order>                          order events
  event change <id> [--start <time>] [--end <time>] [--intensity <percent>]
  event cancel <id>                            end an event; devices that were moved return
  event show <id>, event list                  state, outcomes and power
  stop-all                                     cancel every event of the provider

An order: --program <id> (may be repeated) --minutes <number> or --end <time> [--start <time>, else now]
          [--group <name>, may be repeated] [--intensity <percent>] [--cause <words>]
A time is ISO 8601 with its offset, such as 2026-07-15T17:00:00-06:00.

  --url <address>          of the server; http://127.0.0.1:8080 unless signed in elsewhere
  --password-file <file>   or PORCHLIGHT_PASSWORD in the environment; asked for else, never an argument
  --token-file <file>      where the session is kept for an hour
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
  'password-file': text,
  'token-file': text,
  json: { type: 'boolean' },
} as const;

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
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
  'stop-all',
] as const;
export type CommandName = (typeof COMMANDS)[number];

export interface CommandLine {
  readonly command: CommandName;
  /** Of an event; empty where the command takes none. */
  readonly id: string;
  readonly options: Options;
}

const TAKES_ID: readonly CommandName[] = ['event change', 'event cancel', 'event show'];

export const readCommandLine = (args: readonly string[]): CommandLine => {
  const { values: options, positionals } = parse(args);
  const words = positionals[0] === 'event' ? 2 : 1;
  const name = positionals.slice(0, words).join(' ');
  const command = COMMANDS.find((one) => one === name);
  if (!command) throw new Failure(name === '' ? USAGE : `There is no command "${name}".\n\n${USAGE}`);
  const [id = '', ...more] = positionals.slice(words);
  if ((id !== '') !== TAKES_ID.includes(command) || more.length > 0) {
    throw new Failure(
      TAKES_ID.includes(command) ? `${command} takes one id of an event.` : `${command} takes no ${id}.`,
    );
  }
  return { command, id, options };
};

const numberIn = (name: string, given: string | undefined): number | undefined => {
  if (given === undefined) return undefined;
  const value = Number(given);
  if (given.trim() === '' || !Number.isFinite(value)) throw new Failure(`--${name} ${given} is no number.`);
  return value;
};

const timeIn = (name: string, given: string | undefined): string | undefined => {
  if (given === undefined) return undefined;
  if (!/^\d{4}-\d\d-\d\dT.+(?:Z|[+-]\d\d:\d\d)$/.test(given) || Number.isNaN(Date.parse(given))) {
    throw new Failure(`--${name} ${given} is no time with its offset, such as 2026-07-15T17:00:00-06:00.`);
  }
  return given;
};

/** The body of an order; what was not given is left out. */
export const orderOf = ({ program, group, start, end, minutes, intensity, cause }: Options) => {
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
    cause,
  };
};

export const changeOf = ({ start, end, intensity }: Options) => ({
  startTime: timeIn('start', start),
  endTime: timeIn('end', end),
  intensity: numberIn('intensity', intensity),
});
