import { isPlainName } from '#domain/account/name.ts';
import { AppError } from '../app-error.ts';

/** Refuses names with invisible characters; the refusal names the field. */
export const requirePlainNames = (names: Readonly<Record<string, string | null>>): void => {
  const invalid = Object.entries(names).find(([, name]) => name !== null && !isPlainName(name));
  if (invalid) throw new AppError('name_invalid', { detail: invalid[0] });
};
