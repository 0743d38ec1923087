import type { TextKey } from '#web/lib/language/i18n.ts';
import { isAllTakenOut } from '../dispatch.ts';
import type { Dispatch } from '../dispatch.ts';

/** The title of a dispatch that all devices are out of. */
export const leftBanner = (dispatch: Pick<Dispatch, 'devices'>) =>
  (isAllTakenOut(dispatch) ? 'event.banner.takenOut' : 'event.banner.left') satisfies TextKey;
