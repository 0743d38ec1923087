import { useEffect, useRef, useState } from 'react';
import { HOT_WATER, highestWithValve } from '#domain/control/gate/safety.ts';
import type { LimitedDevice } from '#domain/control/gate/safety.ts';
import { VALVE_WARNING } from '#domain/control/gate/valve-warning.ts';
import { temperature } from '#web/lib/language/format.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import { Toggle } from '#web/ui/form/Toggle.tsx';
import styles from './ValveDialog.module.css';

interface Props {
  readonly device: LimitedDevice;
  readonly open: boolean;
  /** Every way to close the dialog but Confirm. */
  readonly onCancel: () => void;
  readonly onConfirm: (version: string) => void;
}

const asText = (fahrenheit: number): string => {
  const { value, unit } = temperature(fahrenheit);
  return `${value} ${unit}`;
};

/** The warning that must be confirmed before the mixing valve raises the limit. */
export function ValveDialog({ device, open, onCancel, onConfirm }: Props) {
  const t = useT();
  const [read, setRead] = useState(false);
  const cancel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (open) cancel.current?.querySelector('button')?.focus();
  }, [open]);
  const end = (result: () => void) => {
    setRead(false);
    result();
  };
  const highest = highestWithValve(device) ?? HOT_WATER.ceilingWithValve;
  const values = { ceiling: asText(HOT_WATER.ceiling), raised: asText(highest) };
  return (
    <Dialog
      open={open}
      title={t('valve.title')}
      onClose={() => end(onCancel)}
      actions={
        <>
          <div ref={cancel} className={styles['cancel']}>
            <Button onClick={() => end(onCancel)}>{t('action.cancel')}</Button>
          </div>
          <Button look="danger" disabled={!read} onClick={() => end(() => onConfirm(VALVE_WARNING.version))}>
            {t('action.confirm')}
          </Button>
        </>
      }
    >
      <div className={styles['warning']}>
        <p>
          {highest > HOT_WATER.ceiling
            ? t('valve.warning.lead', values)
            : t('valve.warning.noHigher', values)}
        </p>
        <ul>
          {VALVE_WARNING.points.map((point) => (
            <li key={point}>{t(`valve.warning.${point}`, values)}</li>
          ))}
        </ul>
        <Toggle label={t('valve.confirm')} checked={read} onChange={setRead} />
      </div>
    </Dialog>
  );
}
