import { now } from '#web/lib/browser/clock.ts';
import { formatAge } from '#web/lib/language/format.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { useSeconds } from '#web/lib/browser/timers.ts';

interface Props {
  /** null: the device never reported. */
  readonly time: Date | null;
  readonly zone: string;
  /** The device is offline: the text says "last seen" instead of "updated". */
  readonly silent?: boolean;
  /** The age alone, beside what it is the age of. */
  readonly short?: boolean;
}

/** The age of a reading, updated every second. */
export function AgeLine({ time, zone, silent = false, short = false }: Props) {
  const t = useT();
  useSeconds();
  if (!time) return t('device.neverReported');
  const when = formatAge(time, now(), zone);
  if (short) return when;
  return silent ? t('device.lastSeen', { when }) : t('device.updated', { when });
}
