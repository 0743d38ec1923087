import { useOnline } from '#web/lib/browser/online.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { temperatureText } from '#web/lib/language/quantity-text.ts';
import { Button } from '#web/ui/form/Button.tsx';
import type { DispatchDevice } from '../dispatch.ts';
import { isEasable } from './opt-out-choices.ts';
import { openOptOut } from './opt-out-request.ts';

interface Props {
  readonly device: DispatchDevice;
  readonly dispatchId: string;
  /** Names the device, where others stand beside it. */
  readonly name?: string;
}

/** Asks for half of what the event does, where that can be had. */
export function EaseButton({ device, dispatchId, name }: Props) {
  const t = useT();
  const online = useOnline();
  if (!isEasable(device)) return null;
  const { easesTo, deviceId } = device;
  const temperature = easesTo === null ? '' : temperatureText(easesTo);
  const spoken = name === undefined ? null : { device: name, temperature };
  return (
    <Button
      disabled={!online}
      aria-label={
        spoken ? t(easesTo === null ? 'event.page.ease.power' : 'event.page.ease.device', spoken) : undefined
      }
      onClick={() => openOptOut({ dispatchId, deviceId, choice: 'ease' })}
    >
      {easesTo === null ? t('event.lock.ease.power') : t('event.lock.ease', { temperature })}
    </Button>
  );
}
