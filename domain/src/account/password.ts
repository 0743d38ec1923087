/** What a password has to be, in the order in which the form lists it. */
export const PASSWORD_RULES = ['length', 'upper', 'lower', 'digit', 'notEmail', 'notName'] as const;
export type PasswordRule = (typeof PASSWORD_RULES)[number];

export const PASSWORD_LENGTH = { min: 12, max: 128 } as const;

interface Person {
  readonly email: string;
  readonly firstName: string;
}

/** One spelling for comparison only: the password itself is taken as it was typed. */
const plain = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

const differs = (password: string, other: string): boolean =>
  plain(other) === '' || plain(password) !== plain(other);

const MEETS: Readonly<Record<PasswordRule, (password: string, person: Person) => boolean>> = {
  length: (password) => {
    const { length } = Array.from(password);
    return length >= PASSWORD_LENGTH.min && length <= PASSWORD_LENGTH.max;
  },
  upper: (password) => /\p{Lu}/u.test(password),
  lower: (password) => /\p{Ll}/u.test(password),
  digit: (password) => /\p{Nd}/u.test(password),
  notEmail: (password, { email }) => differs(password, email),
  notName: (password, { firstName }) => differs(password, firstName),
};

/** The rules that a password breaks; none means that it may be used. */
export const brokenRules = (password: string, person: Person): PasswordRule[] =>
  PASSWORD_RULES.filter((rule) => !MEETS[rule](password, person));
