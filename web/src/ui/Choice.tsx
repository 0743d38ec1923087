import { useId } from 'react';
import styles from './Choice.module.css';

interface Option<V extends string> {
  readonly value: V;
  readonly text: string;
}

interface Props<V extends string> {
  readonly label: string;
  /** The label is for screen readers only. */
  readonly quiet?: boolean;
  readonly value: V;
  readonly options: readonly Option<V>[];
  readonly disabled?: boolean;
  readonly onChoose: (value: V) => void;
}

/** One of a few, all in sight. */
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
