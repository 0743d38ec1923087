import type { Correction } from '#domain/results/dispatch-figures.ts';
import type { Db } from '../../db/connection.ts';
import { notifyAccounts } from '../../notify/notify-accounts.ts';
import type { AccountNotice, NotifyDeps } from '../../notify/notify-accounts.ts';
import type { StoredEvent } from '../../stores/events/events.ts';
import { movedIntoHouses } from '../../stores/events/former-households.ts';
import { recipientsOf } from '../../stores/messages/recipients.ts';
import { noticeWords } from './notice-content.ts';
import { KIND, readNoticeFacts, textsOf } from './write-notices.ts';

/** Tells the members of homes that a result was corrected; once per version. */
export const notifyCorrections = async (
  tx: Db,
  deps: NotifyDeps,
  event: StoredEvent,
  corrections: readonly Correction[],
  now: Date,
): Promise<void> => {
  const { providerId, id, dispatchId } = event;
  const provider = deps.providers.byId(providerId);
  if (!provider || corrections.length === 0) return;
  const houseIds = corrections.map(({ houseId }) => houseId);
  const recipients = await recipientsOf(tx, providerId, houseIds, KIND);
  const movedInto = await movedIntoHouses(tx, event, houseIds);
  const factsOf = await readNoticeFacts(tx, event, houseIds, now);
  const publicUrl = deps.publicUrl(provider);
  const toSend = recipients.flatMap((recipient): AccountNotice[] => {
    const { houseId } = recipient;
    const correction = corrections.find((candidate) => candidate.houseId === houseId);
    const facts = factsOf(houseId);
    // Who had left was told nothing that could have changed, and who moved in afterwards was told nothing.
    if (!correction || facts.result.isLeft || movedInto.result.has(houseId)) return [];
    const result = { ...facts.result, before: correction.before };
    return [
      {
        recipient,
        kind: KIND,
        dedupeKey: `${dispatchId}/corrected/${id}/${correction.revision}`,
        dispatchId,
        eventId: id,
        ...noticeWords('corrected', { ...facts, result }, { recipient, provider, publicUrl }),
        texts: textsOf(event, 'result', recipient, now),
      },
    ];
  });
  await notifyAccounts(tx, deps, toSend, now);
};
