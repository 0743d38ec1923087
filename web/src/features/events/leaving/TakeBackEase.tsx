import { useOnline } from '#web/lib/browser/online.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { Button } from '#web/ui/form/Button.tsx';
import type { DispatchDevice } from '../dispatch.ts';
import { useEventCalls } from '../event-calls.ts';
import { useCall } from '../use-call.ts';

interface Props {
  /** One that is eased. */
  readonly device: DispatchDevice;
  /** Names the device, where others stand beside it. */
  readonly name?: string;
}

/** The whole shift again, until the event's end. */
export function TakeBackEase({ device, name }: Props) {
  const t = useT();
  const online = useOnline();
  const calls = useEventCalls();
  const { busy, run } = useCall();
  return (
    <Button
      busy={busy}
      disabled={!online}
      aria-label={name === undefined ? undefined : t('event.ease.takeBack.device', { device: name })}
      onClick={() => void run(() => calls.takeBackEase(device), 'event.failed.takeBackEase')}
    >
      {t('event.ease.takeBack')}
    </Button>
  );
}
