import type { TextKey } from '#web/lib/language/i18n.ts';
import type { IconName } from '#web/ui/icon/icons.tsx';
import { isTakenOut } from '../dispatch.ts';
import type { Dispatch, DispatchDevice } from '../dispatch.ts';

/** Usually a device is back within this time. */
const USUAL_MS = 90_000;

interface LeftStatus {
  readonly text: TextKey;
  readonly tone: 'pending' | 'ok' | 'failed';
}

export const LEFT_ICONS = { pending: 'refresh', ok: 'check', failed: 'alert' } as const satisfies Record<
  LeftStatus['tone'],
  IconName
>;

/** How far a device that was taken out is on its way back, from what the server knows: the same after a reload and in every tab. */
export const leftStatus = ({ optOut, returned }: DispatchDevice, at: number): LeftStatus => {
  if (returned === 'failed') return { text: 'event.left.failed', tone: 'failed' };
  if (returned === 'pending') {
    if (optOut?.cause === 'provider') return { text: 'event.left.pending.provider', tone: 'pending' };
    const isSlow = optOut !== null && at - Date.parse(optOut.at) > USUAL_MS;
    return { text: isSlow ? 'event.left.slow' : 'event.left.pending', tone: 'pending' };
  }
  if (optOut?.cause === 'wall') return { text: 'event.left.wall', tone: 'ok' };
  if (optOut?.cause === 'provider') {
    return {
      text: returned === 'done' ? 'event.left.provider' : 'event.left.untouched.provider',
      tone: 'ok',
    };
  }
  if (optOut?.cause === 'limits') return { text: 'event.left.limits', tone: 'ok' };
  return { text: returned === 'done' ? 'event.left.done' : 'event.left.untouched', tone: 'ok' };
};

/** Above the devices that are out. */
export const leftTitle = ({ devices }: Pick<Dispatch, 'devices'>): TextKey =>
  devices.some(isTakenOut) ? 'event.left.title.takenOut' : 'event.left.title';
