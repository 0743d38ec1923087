import type { ReactNode } from 'react';
import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import type { DeviceSchedule } from '#contract/entities/schedule.ts';
import { isPaused } from '#domain/control/setpoint.ts';
import { scheduleProblem } from '#domain/schedules/schedule-problem.ts';
import { useHouse } from '#web/api/house-context.ts';
import { temperature } from '#web/lib/language/format.ts';
import { t } from '#web/lib/language/i18n.ts';
import { Icon } from '#web/ui/icon/icons.tsx';
import styles from './Controls.module.css';
import { modeLabel } from '../card/card-content.ts';

export const degreesText = (fahrenheit: number): string => {
  const { value, unit } = temperature(fahrenheit);
  return `${value} ${unit}`;
};

/** Why the schedule, or a step of it, is not sent; null: it is. */
const problemText = (device: DashboardDevice, schedule: DeviceSchedule): string | null => {
  const problem = scheduleProblem(device, schedule);
  if (problem === null) return null;
  if (problem.reason === 'incomplete') return t('device.schedule.problem.incomplete');
  if (problem.reason === 'mode')
    return t('device.schedule.problem.mode', { mode: modeLabel(problem.mode, device.mfg) });
  return t(`device.schedule.problem.${problem.reason}`, {
    setpoint: degreesText(problem.setpoint),
    limit: degreesText(problem.limit),
  });
};

interface Props {
  readonly device: DashboardDevice;
  /** The mode that is shown, the pending one included. */
  readonly mode: string | null;
  /** For a schedule that runs. */
  readonly children?: ReactNode;
}

/** Below the choices: why the active schedule is not sent. */
export function ScheduleNote({ device, mode, children = null }: Props) {
  const { schedules } = useHouse();
  const active = schedules.find(({ uid }) => uid === device.activeSchedule.uid);
  if (!active || isPaused(device, mode)) return null;
  const problem = problemText(device, active);
  if (problem === null) return children;
  return (
    <p className={styles['problem']}>
      <Icon name="alert" size={18} />
      <span>{problem}</span>
    </p>
  );
}
