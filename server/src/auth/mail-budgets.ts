import type { Db } from '../db/connection.ts';
import { hashSecret } from '../lib/secrets/hash-secret.ts';
import type { ProviderScope } from '../lib/scope/scope.ts';
import { grantOwnerScope } from '../lib/scope/grant-scope.ts';
import { isKnownBrowser } from '../stores/auth/known-browser.ts';
import { tryReserveAttempts } from './attempt-budgets.ts';
import type { BudgetUse } from './attempt-budgets.ts';
import { BUDGET_RULES } from './rules.ts';

export type MailKind = 'pin' | 'link' | 'reset';

/** Who asks for a mail. */
export interface Asker {
  readonly network: string;
  /** The browser's secret; null: it has none. */
  readonly browser: string | null;
}

export interface MailRequest {
  readonly kind: MailKind;
  /** A hash of the address. */
  readonly subject: string;
  readonly asker: Asker;
  /** '' where nobody has the address. */
  readonly accountId: string;
  readonly now: Date;
}

const { sendPin, sendPinDay, sendLink, sendLinkDay, sendReset, sendResetDay } = BUDGET_RULES;
const { mailAddress, mailHourly } = BUDGET_RULES;

/** In a quarter of an hour, and in a day. */
const RULES = {
  pin: [sendPin, sendPinDay],
  link: [sendLink, sendLinkDay],
  reset: [sendReset, sendResetDay],
} as const;

/**
 * Whether another mail may be sent. There is a budget per address and asker, and a larger one per address, which does not
 * count for browsers that signed in before. When the mails of a day are used up, one an hour is sent all the same. More mails
 * are no more chances to guess a PIN: wrong ones are counted per address, whoever asked.
 */
export const reserveMail = async (
  db: Db,
  scope: ProviderScope,
  { kind, subject, asker, accountId, now }: MailRequest,
): Promise<boolean> => {
  const reserve = (...uses: readonly BudgetUse[]) => tryReserveAttempts(db, scope, uses, now);
  const [perQuarterHour, perDay] = RULES[kind];
  const secretHash = hashSecret(asker.browser ?? '');
  const isKnown = await isKnownBrowser(db, grantOwnerScope(scope, accountId), secretHash);
  const ofAsker = hashSecret(`${subject}:${isKnown ? secretHash : asker.network}`);
  const ofAddress = `${kind} ${subject}`;
  const result = isKnown
    ? await reserve([perQuarterHour, ofAsker], [perDay, ofAsker])
    : await reserve([perQuarterHour, ofAsker], [perDay, ofAsker], [mailAddress, ofAddress]);
  if ('release' in result) return true;
  return result.exceeded !== perQuarterHour && 'release' in (await reserve([mailHourly, ofAddress]));
};
