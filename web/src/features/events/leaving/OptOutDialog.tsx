import { useEffect, useRef, useState } from 'react';
import { useHouse } from '#web/api/house-context.ts';
import { now } from '#web/lib/browser/clock.ts';
import { deviceTitle } from '#web/lib/language/device-title.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { useOnline } from '#web/lib/browser/online.ts';
import { temperatureText } from '#web/lib/language/quantity-text.ts';
import { useTimed } from '#web/lib/browser/timers.ts';
import { toast } from '#web/lib/feedback/toasts.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import { Notice } from '#web/ui/text/Notice.tsx';
import { EaseFacts } from './EaseFacts.tsx';
import { OptOutOptions } from './OptOutOptions.tsx';
import { useEventCalls } from '../event-calls.ts';
import { focusWhenShown } from '../focus-when-shown.ts';
import { introText } from './intro-text.ts';
import { easeEffect, optOutChoices } from './opt-out-choices.ts';
import type { OptOutChoice } from './opt-out-choices.ts';
import { closeOptOut, leftElementId } from './opt-out-request.ts';
import type { OptOutRequest } from './opt-out-request.ts';
import { rememberWhereLeft } from './way-in-again.ts';
import { useCall } from '../use-call.ts';
import { useDispatches, useEventPlan } from '../use-events.ts';

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
  const { data: plans } = useEventPlan(dispatch?.eventId ?? '', dispatch !== null);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [deviceId, setDeviceId] = useState<string | null>(null);
  // Whoever asked to ease one room is asked about that alone.
  const isEasing = request.choice === 'ease' && request.deviceId !== null;
  const all = dispatch
    ? optOutChoices({
        dispatch,
        deviceId: request.deviceId,
        picked: { deviceId },
        nameOf,
        plans,
        zone,
        now: now().getTime(),
      })
    : [];
  const choices = isEasing ? all.filter(({ kind }) => kind === 'ease') : all;
  const intro = useTimed(() => (dispatch ? introText(dispatch, zone, now().getTime(), choices) : ''));
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
      toast(
        'ok',
        t('event.done.eased', { device: nameOf(device.deviceId) }),
        device.easesTo === null
          ? t('event.done.eased.power')
          : t('event.done.eased.text', { temperature: temperatureText(device.easesTo) }),
      );
      return;
    }
    const leaving = kind === 'all' ? dispatch.devices.filter(({ optOut }) => optOut === null) : [device];
    rememberWhereLeft(
      dispatch.id,
      leaving.map((one) => one.deviceId),
      request.deviceId,
    );
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
  const eased = isEasing ? chosen?.devices[0] : undefined;
  const effect = eased ? easeEffect(eased, plans) : null;
  const title =
    isEasing && request.deviceId !== null
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
            {t(isOffered ? (isEasing ? 'event.ease.keep' : 'event.leave.stay') : 'action.close')}
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
          <p>{isEasing ? t('event.ease.lead') : intro}</p>
          {eased && effect ? (
            <EaseFacts device={eased} effect={effect} />
          ) : (
            <OptOutOptions
              choices={choices}
              chosen={chosen}
              onChoose={setChosenId}
              deviceId={deviceId}
              onDevice={setDeviceId}
              nameOf={nameOf}
            />
          )}
        </>
      ) : (
        <p>{t(isOver ? 'event.leave.over' : isEasing ? 'event.ease.none' : 'error.no_devices_to_opt_out')}</p>
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
