import { shownOverlay } from '#domain/control/overlay.ts';
import type { OverlayName } from '#domain/control/overlay.ts';
import { isMember, useHouse } from '#web/api/house-context.ts';
import type { TextKey } from '#web/lib/i18n.ts';
import { useOnline } from '#web/lib/online.ts';

/**
 * Why nothing can be changed now. What holds for the whole page is said once there, and the controls are disabled; the
 * others stand on the card, in the place of its controls.
 */
export type BlockReason =
  | { readonly where: 'page'; readonly reason: 'admin' | 'offline' }
  | { readonly where: 'card'; readonly message: TextKey };

const CARD_MESSAGES: Readonly<Record<OverlayName | 'old', TextKey>> = {
  old: 'error.readings_old',
  event: 'error.event_active',
  unreachable: 'device.unreachable',
  render: 'device.renderFailed',
};

/** `old`: the readings are too old to base a change on. null: changes are possible. */
export const useBlockReason = (old: boolean): BlockReason | null => {
  const home = useHouse();
  const online = useOnline();
  if (!online) return { where: 'page', reason: 'offline' };
  const overlay = shownOverlay({ unreachable: home.refreshFailed });
  if (overlay) return { where: 'card', message: CARD_MESSAGES[overlay] };
  if (!isMember(home)) return { where: 'page', reason: 'admin' };
  return old ? { where: 'card', message: CARD_MESSAGES.old } : null;
};
