import { useId } from 'react';
import styles from './Choice.module.css';
import type { OptionsProps } from './option-props.ts';

interface Props<V extends string> extends OptionsProps<V> {
  /** The label is for screen readers only. */
  readonly quiet?: boolean;
}

/** A radio group drawn as a segmented control. */
export function Choice<V extends string>({
  label,
  quiet = false,
  value,
  options,
  disabled,
  onChoose,
}: Props<V>) {
  const name = useId();
  return (
    <fieldset className={styles['choice']} disabled={disabled}>
      <legend className={quiet ? 'visually-hidden' : undefined}>{label}</legend>
      <div className={styles['track']}>
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
            />
            <span>{option.text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
