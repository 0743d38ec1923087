import { now } from '#web/lib/clock.ts';
import { formatAge } from '#web/lib/format.ts';
import { useT } from '#web/lib/i18n.ts';
import { useSeconds } from '#web/lib/timers.ts';

interface Props {
  /** null: nothing was ever heard. */
  readonly time: Date | null;
  readonly zone: string;
  /** The source is silent: the time is when it was last seen. */
  readonly silent?: boolean;
}

/** How old a reading is, counted on while it is looked at. */
export function AgeLine({ time, zone, silent = false }: Props) {
  const t = useT();
  useSeconds();
  if (!time) return t('device.neverReported');
  const when = formatAge(time, now(), zone);
  return silent ? t('device.lastSeen', { when }) : t('device.updated', { when });
}
