import { useEffect, useRef, useState } from 'react';
import { useHouse } from '#web/api/house-context.ts';
import { now } from '#web/lib/browser/clock.ts';
import { deviceTitle } from '#web/lib/language/device-title.ts';
import { timeOfDay } from '#web/lib/language/format.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { useOnline } from '#web/lib/browser/online.ts';
import { temperatureText } from '#web/lib/language/quantity-text.ts';
import { say } from '#web/lib/feedback/say.ts';
import { useTimed } from '#web/lib/browser/timers.ts';
import { toast } from '#web/lib/feedback/toasts.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import { Notice } from '#web/ui/text/Notice.tsx';
import { OptOutOptions } from './OptOutOptions.tsx';
import type { Dispatch } from '../dispatch.ts';
import { useEventCalls } from '../event-calls.ts';
import { dayWord, remainingText } from '../event-times.ts';
import { focusWhenShown } from '../focus-when-shown.ts';
import { optOutChoices } from './opt-out-choices.ts';
import type { OptOutChoice } from './opt-out-choices.ts';
import { closeOptOut, leftElementId } from './opt-out-request.ts';
import type { OptOutRequest } from './opt-out-request.ts';
import { useCall } from '../use-call.ts';
import { useDispatches } from '../use-events.ts';

/** "It ends at 8:00 PM, in 1 h 48 min." and what it costs to leave it. */
const introText = ({ startTime, endTime }: Dispatch, zone: string, at: number): string =>
  at < startTime
    ? say('event.leave.upcoming', {
        day: dayWord(startTime, zone, at),
        time: timeOfDay(new Date(startTime), zone),
      })
    : say('event.leave.active', {
        time: timeOfDay(new Date(endTime), zone),
        left: remainingText(endTime - at),
      });

/** The dispatch that the dialog was opened for; it stays as it was last seen once the event is over. */
const useRequested = ({ dispatchId }: OptOutRequest) => {
  const current = useDispatches().find(({ id }) => id === dispatchId) ?? null;
  const [last, setLast] = useState(current);
  if (current && JSON.stringify(current) !== JSON.stringify(last)) setLast(current);
  const isOver = useTimed(() => current === null || now().getTime() >= current.endTime);
  return { dispatch: current ?? last, isOver };
};

/** Asks before an event is left, offers less than that, and says what each costs. */
export function OptOutDialog({ request }: { readonly request: OptOutRequest }) {
  const t = useT();
  const online = useOnline();
  const { devices, house } = useHouse();
  const calls = useEventCalls();
  const { busy, failure, run } = useCall();
  const { dispatch, isOver } = useRequested(request);
  const isLeaving = useRef(false);
  const nameOf = (deviceId: string) => {
    const device = devices?.find(({ id }) => id === deviceId);
    return device ? deviceTitle(device) : '';
  };
  const zone = house.timezone;
  const intro = useTimed(() => (dispatch ? introText(dispatch, zone, now().getTime()) : ''));
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [deviceId, setDeviceId] = useState<string | null>(null);
  const choices = dispatch
    ? optOutChoices({ dispatch, deviceId: request.deviceId, picked: { deviceId }, nameOf, zone })
    : [];
  const chosen =
    choices.find(({ id }) => id === chosenId) ??
    choices.find(({ kind }) => kind === request.choice) ??
    choices.find(({ kind }) => (request.deviceId === null ? kind === 'ease' : kind === 'device')) ??
    choices[0];
  useEffect(
    () => () => {
      if (isLeaving.current) focusWhenShown(leftElementId(request.deviceId));
    },
    [request.deviceId],
  );

  const carryOut = async ({ kind, devices: [first, ...more] }: OptOutChoice) => {
    const device = more.find((candidate) => candidate.deviceId === deviceId) ?? first;
    if (!dispatch || !device) return;
    if (kind === 'ease') {
      await calls.ease(device);
      const temperature = temperatureText(device.easesTo ?? 0);
      toast(
        'ok',
        t('event.done.eased', { device: nameOf(device.deviceId) }),
        t('event.done.eased.text', { temperature }),
      );
      return;
    }
    if (kind === 'all') await calls.optOut(dispatch);
    else await calls.optOutDevice(device);
    isLeaving.current = true;
    toast('ok', t('event.done.left'), t('event.done.left.text'));
  };
  const confirm = async (choice: OptOutChoice) => {
    const isDone = await run(
      () => carryOut(choice),
      choice.kind === 'ease' ? 'event.failed.ease' : 'event.failed.optOut',
    );
    if (isDone) closeOptOut();
  };
  const isOffered = !isOver && chosen !== undefined;
  // What it was opened for; another choice in it does not rename it.
  const title =
    request.choice === 'ease' && request.deviceId !== null
      ? t('event.ease.title', { device: nameOf(request.deviceId) })
      : t('event.leave.title');
  return (
    <Dialog
      open
      title={title}
      onClose={closeOptOut}
      actions={
        <>
          <Button look="event" onClick={closeOptOut}>
            {t(isOffered ? 'event.leave.stay' : 'action.close')}
          </Button>
          {isOffered ? (
            <Button busy={busy} disabled={!online} onClick={() => void confirm(chosen)}>
              {failure?.passing ? t('action.retry') : t(`event.leave.confirm.${chosen.kind}`)}
            </Button>
          ) : null}
        </>
      }
    >
      {isOffered ? (
        <>
          <p>{intro}</p>
          <OptOutOptions
            choices={choices}
            chosen={chosen}
            onChoose={setChosenId}
            deviceId={deviceId}
            onDevice={setDeviceId}
            nameOf={nameOf}
          />
        </>
      ) : (
        <p>{t(isOver ? 'event.leave.over' : 'error.no_devices_to_opt_out')}</p>
      )}
      {failure && isOffered ? (
        <Notice tone="danger" urgent>
          {failure.message}
        </Notice>
      ) : null}
      {online ? null : <Notice tone="warn">{t('event.leave.offline')}</Notice>}
    </Dialog>
  );
}
