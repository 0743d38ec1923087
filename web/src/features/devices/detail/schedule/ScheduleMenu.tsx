import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { DeviceSchedule } from '#contract/entities/schedule.ts';
import { mayWriteSchedules } from '#domain/schedules/change-permission.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import { useHouse } from '#web/api/house-context.ts';
import { api } from '#web/api/session.ts';
import { toast } from '#web/lib/feedback/toasts.ts';
import { deviceTitle } from '#web/lib/language/device-title.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { navigate } from '#web/lib/routing/router.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { Icon } from '#web/ui/icon/icons.tsx';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import { Menu } from '#web/ui/overlay/Menu.tsx';
import styles from './ScheduleMenu.module.css';
import { copyPath, editPath } from './editor-paths.ts';

interface Props {
  readonly schedule: DeviceSchedule;
  readonly active: boolean;
}

/** Edit, copy (for this device or another of the home) or delete a schedule. */
export function ScheduleMenu({ schedule, active }: Props) {
  const t = useT();
  const { house, devices, settings, refresh } = useHouse();
  const queries = useQueryClient();
  const [isDeleting, setIsDeleting] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const { uid, name, deviceId } = schedule;
  const others = (devices ?? []).filter(
    (device) => device.id !== deviceId && mayWriteSchedules({ device, switches: settings }),
  );
  const remove = async () => {
    setIsBusy(true);
    try {
      await api.delete('/house/{houseId}/device-schedule/{uid}', { params: { houseId: house.id, uid } });
      toast('ok', t('schedule.deleted', { name }));
    } catch (error) {
      toast('fail', t('schedule.deleteFailed'), errorMessage(error));
    }
    setIsBusy(false);
    setIsDeleting(false);
    await Promise.all([refresh(), queries.invalidateQueries({ queryKey: ['schedules', house.id] })]);
  };
  const close = () => setIsDeleting(false);
  return (
    <>
      <Menu
        label={t('schedule.menu', { name })}
        button={
          <span className={styles['dots']}>
            <Icon name="menu-dots" size={22} />
          </span>
        }
        items={[
          { id: 'edit', text: t('schedule.edit'), onChoose: () => navigate(editPath(schedule)) },
          {
            id: 'copy',
            text: t('schedule.copy'),
            onChoose: () => navigate(copyPath(schedule, deviceId)),
          },
          ...others.map((device) => ({
            id: `copy ${device.id}`,
            text: t('schedule.copyTo', { device: deviceTitle(device) }),
            onChoose: () => navigate(copyPath(schedule, device.id)),
          })),
          {
            id: 'delete',
            icon: 'trash',
            text: t('schedule.delete'),
            section: '',
            onChoose: () => setIsDeleting(true),
          },
        ]}
      />
      <Dialog
        open={isDeleting}
        title={t('schedule.delete.title', { name })}
        onClose={close}
        actions={
          active ? (
            <Button onClick={close}>{t('action.close')}</Button>
          ) : (
            <>
              <Button onClick={close}>{t('action.cancel')}</Button>
              <Button look="danger" busy={isBusy} onClick={() => void remove()}>
                {t('schedule.delete')}
              </Button>
            </>
          )
        }
      >
        <p>{t(active ? 'error.schedule_active' : 'schedule.delete.text')}</p>
      </Dialog>
    </>
  );
}
