import { linkInHome } from '../../notify/home-link.ts';
import type { StoredEvent } from '../../stores/events/events.ts';
import type { ResultFacts } from './result-words.ts';

interface Linked {
  readonly event: Pick<StoredEvent, 'id'>;
  readonly result: Pick<ResultFacts, 'receipts' | 'isLeft'>;
}

interface Place {
  /** Of the portal. */
  readonly publicUrl: string;
  readonly houseId: string;
}

/** A text has the short address; a mail leads to the event, or to how its result was calculated. */
export const linksOf = ({ publicUrl, houseId }: Place, { event, result }: Linked, isOfResult: boolean) => {
  const isReceipt = isOfResult && result.receipts.length > 0 && !result.isLeft;
  const path = `/event/${encodeURIComponent(event.id)}${isReceipt ? '/receipt' : ''}`;
  return {
    ofText: linkInHome(publicUrl, houseId),
    ofMail: linkInHome(publicUrl, houseId, path),
    isReceipt,
  };
};
