import { shownOverlay } from '#domain/control/overlay.ts';
import type { OverlayName } from '#domain/control/overlay.ts';
import { isLockedByEvent } from '#web/api/event-lock.ts';
import { mayChangeHome, useHouse } from '#web/api/house-context.ts';
import { now } from '#web/lib/browser/clock.ts';
import type { TextKey } from '#web/lib/language/i18n.ts';
import { useOnline } from '#web/lib/browser/online.ts';
import { useTimed } from '#web/lib/browser/timers.ts';

/**
 * Why nothing can be changed now. What holds for the whole page is said once there, and the controls are disabled; the
 * others stand on the card, in the place of its controls.
 */
export type BlockReason =
  | { readonly where: 'page'; readonly reason: 'admin' | 'offline' }
  | { readonly where: 'card'; readonly message: TextKey; readonly overlay: OverlayName | 'old' };

const CARD_MESSAGES: Readonly<Record<OverlayName | 'old', TextKey>> = {
  old: 'error.readings_old',
  event: 'error.event_active',
  unreachable: 'device.unreachable',
  render: 'device.renderFailed',
};

const onCard = (overlay: OverlayName | 'old'): BlockReason => ({
  where: 'card',
  message: CARD_MESSAGES[overlay],
  overlay,
});

/**
 * `old`: the readings are too old to base a change on. `deviceId` null: what events do not lock. null: changes are
 * possible.
 */
export const useBlockReason = (deviceId: string | null, old: boolean): BlockReason | null => {
  const home = useHouse();
  const online = useOnline();
  const isLocked = useTimed(
    () => deviceId !== null && isLockedByEvent(home.events, deviceId, now().getTime()),
  );
  if (!online) return isLocked ? onCard('event') : { where: 'page', reason: 'offline' };
  const overlay = shownOverlay({ unreachable: home.refreshFailed, event: isLocked });
  if (overlay) return onCard(overlay);
  if (!mayChangeHome(home)) return { where: 'page', reason: 'admin' };
  return old ? onCard('old') : null;
};
