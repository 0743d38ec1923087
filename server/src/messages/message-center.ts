import type { Message } from '#contract/entities/message.ts';
import type { Language } from '#contract/entities/account.ts';
import { isBlank } from '#domain/text/blank.ts';
import { RESTORABLE_FOR } from '#domain/messages/restorable.ts';
import { reserveAttempts } from '../auth/attempt-budgets.ts';
import { BUDGET_RULES } from '../auth/rules.ts';
import type { Db, RootDb } from '../db/connection.ts';
import { AppError } from '../lib/app-error.ts';
import { addMs } from '../lib/clock/clock.ts';
import type { Clock } from '../lib/clock/clock.ts';
import { hashSecret } from '../lib/secrets/hash-secret.ts';
import { htmlOfText } from '../lib/text/html-text.ts';
import { newId } from '../lib/secrets/random.ts';
import type { Random } from '../lib/secrets/random.ts';
import type { AccountScope } from '../lib/scope/scope.ts';
import * as idempotency from '../stores/system/idempotency.ts';
import { hasRoleInHouse } from '../stores/account/message-settings.ts';
import * as messages from '../stores/messages/messages.ts';
import { housesOfMember } from '../stores/messages/recipients.ts';
import { toMessage } from './to-message.ts';

interface Deps {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly random: Random;
}

/** A message in the path of a call. */
interface Place {
  readonly houseId: string;
  readonly messageId: string;
}

const requireHouse = async ({ db }: Deps, scope: AccountScope, houseId: string): Promise<void> => {
  if (!(await hasRoleInHouse(db, scope, houseId))) throw new AppError('not_found');
};

export const listMessages = async (
  deps: Deps,
  scope: AccountScope,
  houseId: string,
  { countOnly, ...filter }: messages.MessageFilter & { readonly countOnly: boolean },
): Promise<Message[] | { count: number }> => {
  await requireHouse(deps, scope, houseId);
  if (countOnly) return { count: await messages.count(deps.db, scope, houseId, filter) };
  return (await messages.list(deps.db, scope, houseId, filter)).map(toMessage);
};

export const changeMessage = async (
  deps: Deps,
  scope: AccountScope,
  { houseId, messageId }: Place,
  change: messages.MessageChange,
): Promise<Message> => {
  await requireHouse(deps, scope, houseId);
  const changed = await messages.change(deps.db, scope, houseId, messageId, change, deps.clock.now());
  if (!changed) throw new AppError('not_found');
  return toMessage(changed);
};

/** Returns how many there were. */
export const readMessages = async (
  deps: Deps,
  scope: AccountScope,
  houseId: string,
  until: Date,
): Promise<{ count: number }> => {
  await requireHouse(deps, scope, houseId);
  return { count: await messages.markRead(deps.db, scope, houseId, until, deps.clock.now()) };
};

export const deleteMessage = async (
  deps: Deps,
  scope: AccountScope,
  { houseId, messageId }: Place,
): Promise<void> => {
  await requireHouse(deps, scope, houseId);
  if (await messages.remove(deps.db, scope, houseId, messageId, deps.clock.now())) return;
  const kept = await messages.find(deps.db, scope, houseId, messageId);
  throw new AppError(kept ? 'message_kept' : 'not_found');
};

/** Also where the message was never deleted, or the call is repeated. */
export const restoreMessage = async (
  deps: Deps,
  scope: AccountScope,
  { houseId, messageId }: Place,
): Promise<Message> => {
  await requireHouse(deps, scope, houseId);
  const since = addMs(deps.clock.now(), -RESTORABLE_FOR);
  const restored = await messages.restore(deps.db, scope, houseId, messageId, since);
  if (!restored) throw new AppError('not_found');
  return toMessage(restored);
};

interface Draft {
  readonly houseId: string;
  /** null: a message of its own. */
  readonly parentMessageId: string | null;
  readonly subject: string;
  readonly body: string;
  readonly language: Language;
}

const subjectOf = async (tx: Db, scope: AccountScope, draft: Draft): Promise<string> => {
  if (draft.parentMessageId === null) return draft.subject;
  const parent = await messages.find(tx, scope, draft.houseId, draft.parentMessageId);
  if (!parent) throw new AppError('not_found');
  return parent.subject;
};

/** Writes to the provider, once per idempotency key. An answer has the subject of the message that it answers. */
export const writeMessage = async (
  deps: Deps,
  scope: AccountScope,
  draft: Draft,
  idempotencyKey: string | null,
): Promise<Message> => {
  // An admin works for the provider: no answer would reach them.
  if (!(await housesOfMember(deps.db, scope)).includes(draft.houseId)) throw new AppError('not_found');
  if (isBlank(draft.body))
    throw new AppError('bad_request', { detail: 'body: there is nothing to read in it' });
  const keyed = { route: 'message', key: idempotencyKey ?? '' };
  const requestHash = hashSecret(JSON.stringify({ ...draft, language: null }));
  return deps.db.transaction().execute(async (tx) => {
    if (idempotencyKey !== null) await idempotency.lockKey(tx, scope, keyed);
    const first = idempotencyKey === null ? undefined : await idempotency.findAnswer(tx, scope, keyed);
    if (first && first.requestHash !== requestHash) throw new AppError('idempotency_mismatch');
    if (first) return first.answer as Message;
    const now = deps.clock.now();
    await reserveAttempts(tx, scope, [[BUDGET_RULES.ownMessage, scope.accountId]], now);
    const text = draft.body.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
    const stored = await messages.insertOwn(
      tx,
      scope,
      draft.houseId,
      {
        id: newId(deps.random),
        parentId: draft.parentMessageId,
        language: draft.language,
        subject: await subjectOf(tx, scope, draft),
        htmlBody: htmlOfText(text),
        plainTextBody: text,
      },
      now,
    );
    const answer = toMessage(stored);
    if (idempotencyKey !== null) {
      await idempotency.storeAnswer(tx, scope, keyed, { requestHash, answer }, now);
    }
    return answer;
  });
};
