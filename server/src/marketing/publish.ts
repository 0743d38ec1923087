import type { MarketingOrder } from '#contract/endpoints/operator-marketing.ts';
import type { MarketingDryRun, PublishedMarketing } from '#contract/entities/marketing.ts';
import { DAY } from '#domain/time/time.ts';
import { requireFresh } from '../auth/confirm-identity.ts';
import type { RootDb } from '../db/connection.ts';
import { AppError } from '../lib/app-error.ts';
import { addMs } from '../lib/clock/clock.ts';
import type { Clock } from '../lib/clock/clock.ts';
import { hashSecret } from '../lib/secrets/hash-secret.ts';
import { textOfHtml } from '../lib/text/html-text.ts';
import { assertLanguages } from '../lib/text/i18n.ts';
import { newId } from '../lib/secrets/random.ts';
import type { Random } from '../lib/secrets/random.ts';
import type { OperatorScope } from '../lib/scope/scope.ts';
import { cleanBody } from '../messages/operator-content.ts';
import { providerOf } from '../providers/house-settings.ts';
import type { Provider, Providers } from '../providers/registry.ts';
import { wordsFor } from '../providers/words-for.ts';
import * as audit from '../stores/system/audit.ts';
import * as store from '../stores/marketing/marketing.ts';
import type { MarketingRow, NewMarketing, WordsByLanguage } from '../stores/marketing/marketing.ts';

export interface MarketingDeps {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly random: Random;
  readonly providers: Providers;
}

const USUAL_DAYS = 30;
/** So that every message ends, and is deleted some time after. */
const MOST_DAYS = 366;
/** As many characters as ids have at most. */
const ID_LENGTH = 32;

const wordsOf = (order: MarketingOrder): WordsByLanguage =>
  Object.fromEntries(
    Object.entries(order.words).map(([language, { title, html, linkTitle }]) => [
      language,
      { title, body: cleanBody(html), linkTitle },
    ]),
  );

/** Whom the order is for, and when; refuses programs of others, unknown languages, and windows that are over or too long. */
const toMessage = ({ clock, providers }: MarketingDeps, scope: OperatorScope, order: MarketingOrder) => {
  const { programId = null, houseId = null, link } = order;
  const { programs } = providerOf(providers, scope);
  if (programId !== null && !programs.some(({ id }) => id === programId)) {
    throw new AppError('program_unknown', { detail: programId });
  }
  assertLanguages('words', ...Object.keys(order.words));
  const startsAt = order.startTime === undefined ? clock.now() : new Date(order.startTime);
  const endsAt = order.endTime === undefined ? addMs(startsAt, USUAL_DAYS * DAY) : new Date(order.endTime);
  if (endsAt <= startsAt || endsAt <= clock.now() || endsAt > addMs(startsAt, MOST_DAYS * DAY)) {
    throw new AppError('bad_request', {
      detail: `endTime: after the start and now, at most ${MOST_DAYS} days after the start`,
    });
  }
  return { programId, houseId, words: wordsOf(order), link, startsAt, endsAt };
};

const countHomes = async (
  { db, providers }: MarketingDeps,
  scope: OperatorScope,
  message: Omit<NewMarketing, 'id'>,
) => {
  const { enableHomeMarketing } = providerOf(providers, scope).file.settings;
  const homes = await store.countHomes(db, scope, message, enableHomeMarketing);
  if (message.houseId !== null && homes.shown + homes.hidden === 0) throw new AppError('not_found');
  return homes;
};

export const dryRunMarketing = async (
  deps: MarketingDeps,
  scope: OperatorScope,
  order: MarketingOrder,
): Promise<MarketingDryRun> => {
  const message = toMessage(deps, scope, order);
  const { shown, hidden } = await countHomes(deps, scope, message);
  const { programId, houseId, words, link, startsAt, endsAt } = message;
  return {
    programId,
    houseId,
    startTime: startsAt.toISOString(),
    endTime: endsAt.toISOString(),
    homes: shown,
    homesWithout: hidden,
    link,
    previews: Object.entries(words).map(([language, own]) => ({
      language,
      ...own,
      plainTextBody: textOfHtml(own.body),
    })),
  };
};

const toPublished = (provider: Provider, row: MarketingRow): PublishedMarketing => ({
  id: row.id,
  programId: row.programId,
  houseId: row.houseId,
  startTime: row.startsAt.toISOString(),
  endTime: row.endsAt.toISOString(),
  title: wordsFor(row.words, provider)?.title ?? '',
  link: row.link,
  createdAt: row.createdAt.toISOString(),
  withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
  dismissals: row.dismissals,
});

const publishedOf = async (
  { db, providers }: MarketingDeps,
  scope: OperatorScope,
  id: string,
): Promise<PublishedMarketing> => {
  const [row] = await store.list(db, scope, id);
  if (!row) throw new AppError('not_found');
  return toPublished(providerOf(providers, scope), row);
};

/** Publishes once per key. */
export const publishMarketing = async (
  deps: MarketingDeps,
  scope: OperatorScope,
  order: MarketingOrder,
  idempotencyKey: string | null,
): Promise<PublishedMarketing> => {
  await requireFresh(deps, scope);
  const { db, clock, random } = deps;
  const { providerId, accountId } = scope;
  const id =
    idempotencyKey === null
      ? newId(random)
      : hashSecret(`${accountId} ${idempotencyKey}`).slice(0, ID_LENGTH);
  const message = { ...toMessage(deps, scope, order), id };
  await countHomes(deps, scope, message);
  const now = clock.now();
  await db.transaction().execute(async (tx) => {
    if (!(await store.insertOnce(tx, scope, message, now))) return;
    const { programId, houseId, words } = message;
    await audit.record(tx, random, now, {
      providerId,
      accountId,
      ...(houseId === null ? {} : { houseId }),
      action: 'marketing-published',
      detail: { id, programId, title: wordsFor(words, providerOf(deps.providers, scope))?.title ?? null },
    });
  });
  return publishedOf(deps, scope, id);
};

export const listMarketing = async (
  { db, providers }: MarketingDeps,
  scope: OperatorScope,
): Promise<PublishedMarketing[]> => {
  const provider = providerOf(providers, scope);
  return (await store.list(db, scope)).map((row) => toPublished(provider, row));
};

export const withdrawMarketing = async (
  deps: MarketingDeps,
  scope: OperatorScope,
  id: string,
): Promise<PublishedMarketing> => {
  const { db, clock, random } = deps;
  const { providerId, accountId } = scope;
  const now = clock.now();
  await db.transaction().execute(async (tx) => {
    if (!(await store.withdraw(tx, scope, id, now))) return;
    await audit.record(tx, random, now, {
      providerId,
      accountId,
      action: 'marketing-withdrawn',
      detail: { id },
    });
  });
  return publishedOf(deps, scope, id);
};
