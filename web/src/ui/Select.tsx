import { useId } from 'react';
import { Icon } from './icons.tsx';
import styles from './Select.module.css';
import type { OptionsProps } from './option-props.ts';

/** A native select, because phones show their own picker for it, with its label inside the box. */
export function Select<V extends string>({ label, value, options, disabled, onChoose }: OptionsProps<V>) {
  const id = useId();
  return (
    <div className={styles['select']}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        disabled={disabled}
        onChange={(event) => onChoose(event.target.value as V)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.text}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" size={18} />
    </div>
  );
}
