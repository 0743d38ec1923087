import { foundation } from './001-foundation.ts';
import { commands } from './002-commands.ts';
import { history } from './004-history.ts';

/** In order; a migration that has been released is never edited again. */
export const migrations: Readonly<Record<string, readonly string[]>> = {
  '001-foundation': foundation,
  '002-commands': commands,
  '004-history': history,
};
