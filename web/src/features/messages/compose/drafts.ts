import { store, stored } from '#web/lib/browser/storage.ts';

export interface Draft {
  readonly subject: string;
  readonly body: string;
}

const EMPTY: Draft = { subject: '', body: '' };
/** Of the newest; the browser's storage is small. */
const MAX_DRAFTS = 20;

/** `place`: the account, the house, and the message that is answered. Drafts are removed at sign-out. */
export const readDraft = (place: string): Draft => stored('messageDrafts')?.[place] ?? EMPTY;

export const keepDraft = (place: string, draft: Draft): void => {
  const { [place]: _, ...others } = stored('messageDrafts') ?? {};
  const isEmpty = draft.subject.trim() === '' && draft.body.trim() === '';
  const all = Object.entries(isEmpty ? others : { ...others, [place]: draft });
  store('messageDrafts', all.length === 0 ? null : Object.fromEntries(all.slice(-MAX_DRAFTS)));
};
