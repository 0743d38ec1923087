import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import { nextDue } from '#domain/schedules/due-times.ts';
import { useHouse } from '#web/api/house-context.ts';
import { now } from '#web/lib/browser/clock.ts';
import { timeOfDay } from '#web/lib/language/format.ts';
import { useT } from '#web/lib/language/i18n.ts';
import styles from '../../controls/Controls.module.css';
import { degreesText } from '../../controls/ScheduleNote.tsx';
import { modeLabel } from '../../card/card-content.ts';

/** "Next: 120 °F at 5:30 AM", of the active schedule. */
export function NextStep({ device }: { readonly device: DashboardDevice }) {
  const t = useT();
  const { house, schedules } = useHouse();
  const active = schedules.find(({ uid }) => uid === device.activeSchedule.uid);
  const next = active && nextDue(active.Event, house.timezone, now().getTime());
  if (!next) return null;
  const { mode, setpoint } = next.command;
  const what = setpoint === null ? modeLabel(mode ?? '', device.mfg) : degreesText(setpoint);
  const time = timeOfDay(new Date(next.time), house.timezone);
  return <p className={styles['hint']}>{t('device.schedule.next', { what, time })}</p>;
}
