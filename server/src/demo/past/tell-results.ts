import { paymentEntries } from '#domain/results/rewards/ledger.ts';
import { sum } from '#domain/results/numbers.ts';
import { DAY } from '#domain/time/time.ts';
import type { Db } from '../../db/connection.ts';
import { readNoticeFacts } from '../../events/notices/write-notices.ts';
import { titleBlock } from '../../events/notices/notice-title.ts';
import { resultValues } from '../../events/notices/result-words.ts';
import { addMs } from '../../lib/clock/clock.ts';
import { htmlOfText } from '../../lib/text/html-text.ts';
import { findEvents } from '../../stores/events/events.ts';
import { ledgerOfHouse, insertEntries } from '../../stores/results/reward-entries.ts';
import { insertRows } from '../../stores/system/demo.ts';
import { CREDIT_WORDS } from '../homes/inbox-words.ts';
import {
  dispatchesTold,
  messageId,
  READERS,
  resultMessageKey,
  rowOf,
  wordsOf,
  writtenWords,
} from '../homes/inbox.ts';
import type { Reader } from '../homes/inbox.ts';
import { houseId } from '../ids.ts';
import type { DemoLanguage } from '../types.ts';
import { findHousehold } from '../rows.ts';
import type { PastDispatch } from './past-dispatches.ts';

/** The provider pays some weeks after the events. */
const PAID_AGO = 15 * DAY;
const PAID_FOR = 20 * DAY;

/** Events were told of before their results were computed: now the message leads with what they saved and earned. */
const tellResult = async (
  tx: Db,
  reader: Reader,
  { dispatchId, events: [event], startTime }: PastDispatch,
  now: Date,
): Promise<void> => {
  const { house } = findHousehold(reader.house);
  const { providerId } = house;
  const [stored] = event ? await findEvents(tx, [{ providerId, eventId: event.id }]) : [];
  if (!stored) return;
  const ofHouse = houseId(reader.house);
  const { result } = (await readNoticeFacts(tx, stored, [ofHouse], now))(ofHouse);
  const wordsIn = (language: DemoLanguage) => {
    const { t, formats } = wordsOf({ ...reader, language });
    const values = { day: formats.day(startTime), ...resultValues({ t, formats }, result) };
    const { title, line } = titleBlock(t, 'result', values, { badge: null, address: house.address });
    return { subject: title, html: htmlOfText(line) };
  };
  await tx
    .updateTable('message')
    .set(writtenWords({ en: wordsIn('en'), es: wordsIn('es') }, reader.language))
    .where('providerId', '=', providerId)
    .where('id', '=', messageId(reader, resultMessageKey(dispatchId)))
    .execute();
};

/** What was final weeks ago has been paid, and the home was told so. */
const payOut = async (tx: Db, reader: Reader, now: Date): Promise<void> => {
  const { house } = findHousehold(reader.house);
  const { providerId } = house;
  const scope = { providerId, houseId: houseId(reader.house), since: new Date(0) };
  const ledger = (await ledgerOfHouse(tx, scope)).filter(
    ({ startTime }) => startTime < now.getTime() - PAID_FOR,
  );
  const paid = paymentEntries(ledger, now.getTime()).map((entry) => ({
    ...entry,
    houseId: scope.houseId,
    programId: ledger.find(({ eventId }) => eventId === entry.eventId)?.programId ?? '',
  }));
  const [first] = paid;
  if (!first) return;
  await insertEntries(tx, providerId, paid);
  const total = sum(paid.map(({ amount }) => amount));
  const wordsIn = (language: DemoLanguage) => {
    const money = wordsOf({ ...reader, language }).formats.money(total, first.currency);
    const fill = (text: string) =>
      text.replaceAll('{money}', money).replaceAll('{count}', String(paid.length));
    const { subject, html } = CREDIT_WORDS[language];
    return { subject: fill(subject), html: fill(html) };
  };
  await insertRows(tx, 'message', [
    {
      ...rowOf(reader, now, {
        kind: 'incentive_message',
        ...writtenWords({ en: wordsIn('en'), es: wordsIn('es') }, reader.language),
        eventId: null,
        dispatchId: null,
        key: 'demo/credit',
        at: addMs(now, -PAID_AGO),
        isRead: true,
      }),
      favorite: true,
    },
  ]);
};

/** Once all results of the past are computed; in the transaction that ends the history, so that it happens once. */
export const tellPastResults = async (tx: Db, now: Date, until: Date): Promise<void> => {
  for (const reader of READERS) {
    await payOut(tx, reader, now);
    for (const dispatch of dispatchesTold(reader, now, until)) await tellResult(tx, reader, dispatch, now);
  }
};
