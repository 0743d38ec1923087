import { parseArgs } from 'node:util';
import { isEmailAddress } from '#domain/account/email-address.ts';
import { isPlainName } from '#domain/account/name.ts';
import { addOperator } from '../auth/operators/add-operator.ts';
import type { NewOperator } from '../auth/operators/add-operator.ts';
import type { RootDb } from '../db/connection.ts';
import type { Clock } from '../lib/clock/clock.ts';
import type { Random } from '../lib/secrets/random.ts';
import { StartFailure } from '../lib/start-failure.ts';
import { systemProviderScope } from '../lib/scope/system-scope.ts';
import type { Provider, Providers } from '../providers/registry.ts';
import { normalizeEmail } from '../stores/account/account.ts';
import * as audit from '../stores/system/audit.ts';
import { hasOperator, lockOperators } from '../stores/auth/operators.ts';

/** Refused by the command, not by the settings. */
const refusal = (sentence: string): StartFailure => new StartFailure(sentence, 1);

const USAGE =
  'npm run operator -- first --provider <id> --email <address> --first-name <name> --last-name <name> [--language <code>] [--largest-kw <number>] [--largest-homes <number>]';
const LARGEST = 2 ** 31 - 1;
const LONGEST_NAME = 100;

const text = { type: 'string' } as const;
const OPTIONS = {
  provider: text,
  email: text,
  'first-name': text,
  'last-name': text,
  language: text,
  'largest-kw': text,
  'largest-homes': text,
} as const;

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values;
  } catch (error) {
    throw refusal(`${(error as Error).message}\n${USAGE}`);
  }
};

type Given = ReturnType<typeof parse>;

const required = (given: Given, name: 'provider' | 'email' | 'first-name' | 'last-name'): string => {
  const value = given[name]?.trim();
  if (!value) throw refusal(`The option --${name} is missing.\n${USAGE}`);
  return value;
};

const nameIn = (given: Given, option: 'first-name' | 'last-name'): string => {
  const name = required(given, option);
  if (name.length > LONGEST_NAME || !isPlainName(name)) {
    throw refusal(
      `The option --${option} does not fit: at most ${LONGEST_NAME} characters that can be seen.`,
    );
  }
  return name;
};

const limitIn = (given: Given, option: 'largest-kw' | 'largest-homes', unlessGiven: number): number => {
  const value = given[option] ?? String(unlessGiven);
  if (!/^\d+$/.test(value) || Number(value) > LARGEST) {
    throw refusal(`The option --${option} is "${value}", which is no whole number from 0 to ${LARGEST}.`);
  }
  return Number(value);
};

export interface FirstOperator {
  readonly provider: Provider;
  readonly operator: NewOperator;
}

/** Reads `--provider sunvale --email …`; needs no database. */
export const readFirstOperator = (args: readonly string[], providers: Providers): FirstOperator => {
  const given = parse(args);
  const providerId = required(given, 'provider');
  const provider = providers.byId(providerId);
  if (!provider) {
    const known = providers.all.map(({ id }) => id).join(', ');
    throw refusal(`There is no provider "${providerId}"; there are ${known}.`);
  }
  const email = normalizeEmail(required(given, 'email'));
  if (!isEmailAddress(email)) throw refusal(`"${email}" is no e-mail address of one person.`);
  const { supportedLanguages } = provider.file.commonSettings.byodMultipleLanguages;
  const language = supportedLanguages.find((code) => code === (given.language ?? supportedLanguages[0]));
  if (!language) {
    throw refusal(`The languages of ${providerId} are ${supportedLanguages.join(', ')}.`);
  }
  const limits = {
    largestKw: limitIn(given, 'largest-kw', 500),
    largestHomes: limitIn(given, 'largest-homes', 10_000),
  };
  const names = { firstName: nameIn(given, 'first-name'), lastName: nameIn(given, 'last-name') };
  return { provider, operator: { email, ...names, language, limits } };
};

interface Deps {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly random: Random;
  readonly publicUrl: (provider: Provider) => string;
}

/** Makes the first operator of a provider; all others are added by operators. Returns the link that sets the password, once. */
export const addFirstOperator = (
  { db, clock, random, publicUrl }: Deps,
  { provider, operator }: FirstOperator,
): Promise<{ link: string; expiresAt: Date }> =>
  db.transaction().execute(async (tx) => {
    const scope = systemProviderScope({ providerId: provider.id });
    await lockOperators(tx, scope);
    if (await hasOperator(tx, scope)) {
      throw refusal(
        `The provider ${provider.id} has an operator already; this command makes only the first.`,
      );
    }
    const added = await addOperator(tx, { clock, random }, scope, operator);
    if (!added) throw refusal(`The address ${operator.email} has an account at ${provider.id} already.`);
    const { accountId, token, expiresAt } = added;
    await audit.record(tx, random, clock.now(), {
      providerId: provider.id,
      accountId,
      action: 'operator-added',
      detail: { first: true },
    });
    return { link: `${publicUrl(provider)}#/logon/password-reset?token=${token}`, expiresAt };
  });
