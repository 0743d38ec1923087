import { isPlainName } from '#domain/account/name.ts';
import { isAlias, isPersonName } from '#domain/account/person-name.ts';
import { AppError } from '../app-error.ts';

/** Refuses names with invisible characters; the refusal names the field. */
export const requirePlainNames = (names: Readonly<Record<string, string | null>>): void => {
  const invalid = Object.entries(names).find(([, name]) => name !== null && !isPlainName(name));
  if (invalid) throw new AppError('name_invalid', { detail: invalid[0] });
};

/** The same for names of people, which hold no addresses and sentences either: mails to others carry them. */
export const requirePersonNames = (names: Readonly<Record<string, string>>): void => {
  requirePlainNames(names);
  const unlikely = Object.entries(names).find(([, name]) => !isPersonName(name));
  if (unlikely) throw new AppError('name_unlikely', { detail: unlikely[0] });
};

/** Refuses what a home may not call itself on the leaderboard, where strangers read it. */
export const requireAlias = (alias: string | null): void => {
  requirePlainNames({ alias });
  if (alias !== null && !isAlias(alias)) throw new AppError('name_unlikely', { detail: 'alias' });
};
