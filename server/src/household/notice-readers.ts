import type { ChangeReader } from '../notify/tell-of-change.ts';
import type { Member } from '../stores/household/household.ts';

/** Members as readers of a notice, without accounts that may not sign in. `houseId`: null for those who left the home. */
export const noticeReaders = (members: readonly Member[], houseId: string | null): ChangeReader[] =>
  members
    .filter(({ active }) => active)
    .map(({ accountId, email, language }) => ({
      accountId,
      email,
      language,
      houseIds: houseId === null ? [] : [houseId],
    }));
