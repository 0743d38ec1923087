import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import type { DeviceSchedule } from '#contract/entities/schedule.ts';
import { isPaused } from '#domain/control/setpoint.ts';
import { makerOf } from '#domain/manufacturers/index.ts';
import { scheduleProblem } from '#domain/schedules/schedule-problem.ts';
import { useHouse } from '#web/api/house-context.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { api } from '#web/api/session.ts';
import { toast } from '#web/lib/feedback/toasts.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import { Select } from '#web/ui/form/Select.tsx';
import { useState } from 'react';

/** The uid that means "no schedule", in the selector and in the API. */
const NONE = 'default';

interface ScheduleProps {
  readonly device: DashboardDevice;
  /** The mode that is shown, the pending one included. */
  readonly mode: string | null;
  readonly disabled: boolean;
}

/** Selects a water heater's active schedule. A change is sent at once, without the control store. */
export function ScheduleChoice({ device, mode, disabled }: ScheduleProps) {
  const t = useT();
  const { house, schedules, refresh } = useHouse();
  const [wanted, setWanted] = useState<string | null>(null);
  const paused = isPaused(device, mode);
  const ofDevice = schedules.filter(({ deviceId }) => deviceId === device.id);
  const locked = makerOf(device.mfg).locked?.includes('schedule') ?? false;
  const current = wanted ?? device.activeSchedule.uid;

  const choose = async (uid: string) => {
    const params = { houseId: house.id, deviceId: device.id };
    setWanted(uid);
    try {
      if (uid === NONE) await api.delete('/house/{houseId}/device/{deviceId}/active-schedule', { params });
      else await api.post('/house/{houseId}/device/{deviceId}/active-schedule', { params, body: { uid } });
    } catch (error) {
      toast('fail', t('device.schedule.failed'), errorMessage(error));
    }
    await refresh();
    setWanted(null);
  };

  /** A draft cannot be chosen; a schedule outside the limits can, because its other steps run. */
  const optionOf = (schedule: DeviceSchedule) => {
    const { uid, name } = schedule;
    const reason = scheduleProblem(device, schedule)?.reason;
    if (reason === undefined) return { value: uid, text: name };
    const isDraft = reason === 'incomplete';
    const text = t(isDraft ? 'device.schedule.draft' : 'device.schedule.outside', { name });
    return { value: uid, text, disabled: isDraft && uid !== current };
  };

  return (
    <Select
      label={t('device.schedule.label')}
      value={paused ? NONE : current}
      options={[
        { value: NONE, text: paused ? t('device.schedule.paused') : t('device.schedule.none') },
        ...ofDevice.map(optionOf),
      ]}
      disabled={disabled || paused || locked || wanted !== null}
      onChoose={(uid) => void choose(uid)}
    />
  );
}
