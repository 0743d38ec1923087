import type { DeviceNow } from '#contract/entities/device-now.ts';
import { isPaused } from '#domain/control/setpoint.ts';
import { shownValue } from '#domain/control/state.ts';
import type { ControlState } from '#domain/control/state.ts';
import { makerOf } from '#domain/manufacturers/index.ts';
import { useHome } from '#web/api/home-context.ts';
import { useT } from '#web/lib/i18n.ts';
import { api } from '#web/api/session.ts';
import { toast } from '#web/lib/toasts.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import { Select } from '#web/ui/Select.tsx';
import { useState } from 'react';

/** The uid that means "no schedule", in the selector and in the API. */
const NONE = 'default';

interface Props {
  readonly device: DeviceNow;
  readonly state: ControlState;
}

/** Selects a water heater's active schedule. A change is sent at once, without the control store. */
export function ScheduleChoice({ device, state }: Props) {
  const t = useT();
  const { house, schedules, refresh } = useHome();
  const [wanted, setWanted] = useState<string | null>(null);
  const mode = shownValue(state, 'hwh-set-mode');
  const paused = isPaused(device, mode === null ? null : String(mode));
  const own = schedules.filter(({ deviceId }) => deviceId === device.id);
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

  return (
    <Select
      label={t('device.schedule.label')}
      quiet
      value={paused ? NONE : current}
      options={[
        { value: NONE, text: paused ? t('device.schedule.paused') : t('device.schedule.none') },
        ...own.map(({ uid, name }) => ({ value: uid, text: name })),
      ]}
      disabled={paused || locked || wanted !== null}
      onChoose={(uid) => void choose(uid)}
    />
  );
}
