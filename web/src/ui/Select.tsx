import { useId } from 'react';
import { Icon } from './icons.tsx';
import styles from './Select.module.css';
import type { OptionsProps } from './option-props.ts';

/** A native select: phones show their own picker for it. */
export function Select<V extends string>({
  label,
  quiet = false,
  value,
  options,
  disabled,
  onChoose,
}: OptionsProps<V>) {
  const id = useId();
  return (
    <div className={styles['select']}>
      <label htmlFor={id} className={quiet ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <span className={styles['box']}>
        <select
          id={id}
          value={value}
          disabled={disabled}
          onChange={(event) => onChoose(event.target.value as V)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" size={18} />
      </span>
    </div>
  );
}
