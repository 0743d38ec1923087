import type { RootDb } from '../db/connection.ts';
import type { Jobs } from '../jobs/queue.ts';
import type { Clock } from '../lib/clock.ts';
import type { Random } from '../lib/random.ts';
import type { Provider, Providers } from '../providers/registry.ts';
import type { Keys } from '../lib/keys.ts';
import type { PasswordHasher } from './password-hasher.ts';

/** What the ways to sign in have at hand. */
export interface AuthDeps {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly random: Random;
  readonly jobs: Jobs;
  readonly keys: Keys;
  readonly passwords: PasswordHasher;
  readonly providers: Providers;
  /** Where links in mails lead; never taken from a request, whose host anybody can write. */
  readonly publicUrl: (provider: Provider) => string;
}

/** The browser that asks; it is known to an account once it has signed in to it. */
export interface Browser {
  readonly secret: string;
  readonly userAgent: string | null;
}
