import { useId } from 'react';
import { Icon } from '../icon/icons.tsx';
import styles from './Select.module.css';
import type { OptionsProps } from './option-props.ts';

interface Props<V extends string> extends OptionsProps<V> {
  /** For screen readers, after the label, where several controls have the same one. */
  readonly of?: string;
}

/** Shown for a value that is none of the options. */
const UNKNOWN = '--';

/**
 * A native select, because phones show their own picker for it. It lies unseen over a box with the label and the chosen
 * text, because a select cuts its text where the box can wrap it.
 */
export function Select<V extends string>({ label, of, value, options, disabled, onChoose }: Props<V>) {
  const id = useId();
  const chosen = options.find((option) => option.value === value);
  return (
    <div className={styles['select']}>
      <label htmlFor={id}>
        {label}
        {of === undefined ? null : <span className="visually-hidden">{of}</span>}
      </label>
      <span className={styles['value']} aria-hidden="true">
        {chosen?.text ?? UNKNOWN}
      </span>
      <Icon name="chevron-down" size={18} />
      <select
        id={id}
        value={value}
        disabled={disabled}
        onChange={(event) => onChoose(event.target.value as V)}
      >
        {/* Without it the browser would name the first option. */}
        {chosen ? null : (
          <option value={value} disabled hidden>
            {UNKNOWN}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.text}
          </option>
        ))}
      </select>
    </div>
  );
}
