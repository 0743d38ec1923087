import { useId } from 'react';
import { useT } from '#web/lib/language/i18n.ts';
import { Select } from '#web/ui/form/Select.tsx';
import styles from './OptOutOptions.module.css';
import type { OptOutChoice } from './opt-out-choices.ts';

interface Props {
  readonly choices: readonly OptOutChoice[];
  readonly chosen: OptOutChoice;
  readonly onChoose: (id: string) => void;
  /** The one of several devices that is eased or taken out; null: the first. */
  readonly deviceId: string | null;
  readonly onDevice: (deviceId: string) => void;
  readonly nameOf: (deviceId: string) => string;
}

/** What can be done, from least to most, with the price of each at the right: a radio group, where there is a choice. */
export function OptOutOptions({ choices, chosen, onChoose, deviceId, onDevice, nameOf }: Props) {
  const t = useT();
  const name = useId();
  const isChoice = choices.length > 1;
  return (
    <fieldset className={styles['options']}>
      <legend className="visually-hidden">{t('event.leave.choices')}</legend>
      {choices.map(({ id, kind, title, text, price, devices }) => (
        <div
          key={id}
          className={`${styles['option']} ${isChoice && id === chosen.id ? styles['chosen'] : ''} ${isChoice ? '' : styles['only']}`}
        >
          <label>
            {isChoice ? (
              <input type="radio" name={name} checked={id === chosen.id} onChange={() => onChoose(id)} />
            ) : null}
            <span className={styles['title']}>{title}</span>
            <span className={`${styles['price']} tabular`}>{price}</span>
            <span className={styles['text']}>{text}</span>
          </label>
          {kind !== 'all' && id === chosen.id && devices.length > 1 ? (
            <Select
              label={t('event.leave.which')}
              value={(devices.find((device) => device.deviceId === deviceId) ?? devices[0])?.deviceId ?? ''}
              options={devices.map((device) => ({ value: device.deviceId, text: nameOf(device.deviceId) }))}
              disabled={false}
              onChoose={onDevice}
            />
          ) : null}
        </div>
      ))}
    </fieldset>
  );
}
