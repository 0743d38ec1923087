import type { OwnerScope } from '../../lib/scope/scope.ts';
import type { OwnDownload } from '../../stores/household/own-downloads.ts';

/** What a sealed chunk is bound to: nobody else's, of no other download, and at no other place in it. */
export const chunkBinding = (
  { providerId, accountId }: Pick<OwnerScope, 'providerId' | 'accountId'>,
  { id }: Pick<OwnDownload, 'id'>,
  number: number,
): string => JSON.stringify([providerId, accountId, id, number]);
