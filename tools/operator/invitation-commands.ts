import type { Invitation } from '#contract/entities/household.ts';
import type { Operator } from '#contract/entities/operator.ts';
import { Refusal } from './api.ts';
import type { Command } from './command.ts';
import { Failure } from './failure.ts';
import { timeIn } from './options.ts';
import type { Options } from './options.ts';

interface AddedOperator {
  readonly email: string;
  readonly expiresAt: string;
}

const houseOf = ({ house }: Options): string => {
  if (house === undefined) throw new Failure('An invitation names its --house.');
  return house;
};

const pathOf = (house: string): string => `/operator/house/${encodeURIComponent(house)}/invitation`;

const explain =
  (sentence: string) =>
  (error: unknown): never => {
    throw error instanceof Refusal && error.code === 'not_found' ? new Failure(sentence) : error;
  };

const printOperator = ({
  accountId,
  email,
  firstName,
  lastName,
  largestKw,
  largestHomes,
}: Operator): string =>
  `${accountId}  ${email}  ${firstName} ${lastName}  (up to ${largestKw} kW and ${largestHomes} homes at once)`;

export const invitationCommands = {
  invite: async ({ call }, { options }) => {
    const house = houseOf(options);
    const { email, access, language } = options;
    if (email === undefined || access === undefined) {
      throw new Failure('An invitation has --email, and --access owner, member or viewer.');
    }
    const answer = await call<Invitation>('POST', pathOf(house), { email, access, language }).catch(
      explain(`Your provider has no home ${house}, or its household was closed.`),
    );
    const text = `Invited ${answer.email} as ${answer.access} until ${answer.expiresAt}. To end it: npm run operator -- invitation revoke ${answer.id} --house ${house}`;
    return { answer, text };
  },

  'invitation revoke': async ({ call }, { id, options }) => {
    const house = houseOf(options);
    await call<null>('DELETE', `${pathOf(house)}/${encodeURIComponent(id)}`).catch(
      explain(`The home ${house} has no open invitation ${id}.`),
    );
    return { answer: {}, text: 'The invitation is worth nothing any more.' };
  },

  'invitation resend': async ({ call, note }, { options: { account, before } }) => {
    if ((account === undefined) === (before === undefined)) {
      throw new Failure(
        'invitation resend has either --account, or --before: to all whose last invitation is older.',
      );
    }
    const body = { accountNumber: account, sentBefore: timeIn('before', before) };
    let sent = 0;
    for (;;) {
      const page = await call<{ readonly sent: number; readonly left: number }>(
        'POST',
        '/operator/invitation/resend',
        body,
      );
      sent += page.sent;
      if (page.sent === 0 || page.left === 0) break;
      note(`sent: ${sent}, left: ${page.left}`);
    }
    return { answer: { sent }, text: `Invited again: ${sent}.` };
  },

  'add-operator': async ({ call }, { options }) => {
    const { email, 'first-name': firstName, 'last-name': lastName, language } = options;
    if (email === undefined || firstName === undefined || lastName === undefined) {
      throw new Failure('An operator has --email, --first-name and --last-name.');
    }
    const body = { email, firstName, lastName, language };
    const answer = await call<AddedOperator>('POST', '/operator/operator', body);
    return {
      answer,
      text: `${answer.email} is an operator now; the link in the mail sets the password until ${answer.expiresAt}.`,
    };
  },

  operators: async ({ call }) => {
    const answer = await call<Operator[]>('GET', '/operator/operator');
    return { answer, text: answer.map(printOperator).join('\n') };
  },

  'remove-operator': async ({ call }, { id }) => {
    await call<null>('DELETE', `/operator/operator/${encodeURIComponent(id)}`).catch(
      explain(`Your provider has no operator ${id}.`),
    );
    return { answer: {}, text: 'This person is no operator any more, and signed out everywhere.' };
  },
} as const satisfies Readonly<Record<string, Command>>;
