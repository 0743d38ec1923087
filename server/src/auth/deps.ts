import type { RootDb } from '../db/connection.ts';
import type { Jobs } from '../jobs/queue.ts';
import type { Clock } from '../lib/clock/clock.ts';
import type { Random } from '../lib/secrets/random.ts';
import type { Provider, Providers } from '../providers/registry.ts';
import type { Keys } from '../lib/secrets/keys.ts';
import type { PasswordHasher } from './password/password-hasher.ts';
import type { Issuers } from './sign-on/issuer.ts';

/** Dependencies of the sign-in paths and account security. */
export interface AuthDeps {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly random: Random;
  readonly jobs: Jobs;
  readonly keys: Keys;
  readonly passwords: PasswordHasher;
  readonly providers: Providers;
  /** Base of the links in mails. Never taken from a request, whose Host header anybody can set. */
  readonly publicUrl: (provider: Provider) => string;
  readonly issuers: Issuers;
  /** Whether accounts of the demo data may sign in. */
  readonly demo: boolean;
}

/** The browser of a sign-in. Its secret is a cookie; an account knows it after the first successful sign-in. */
export interface Browser {
  /** What the browser sent, which somebody may have planted there. */
  readonly secret: string;
  /** Gives the browser the secret that the account knows from now on. */
  readonly keep: (secret: string) => void;
  readonly userAgent: string | null;
}
