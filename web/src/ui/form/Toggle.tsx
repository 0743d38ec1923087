import { useId } from 'react';
import type { InputHTMLAttributes, Ref } from 'react';
import styles from './Toggle.module.css';

interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className'> {
  readonly ref?: Ref<HTMLInputElement>;
}

/** The box alone, where its name stands elsewhere. */
export function Checkbox(input: CheckboxProps) {
  return <input {...input} type="checkbox" className={styles['checkbox']} />;
}

interface Props {
  readonly label: string;
  readonly look?: 'checkbox' | 'switch';
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly hint?: string;
  readonly onChange: (checked: boolean) => void;
}

/** A checkbox, or a switch where the change takes effect at once. */
export function Toggle({ label, look = 'checkbox', checked, disabled, hint, onChange }: Props) {
  const id = useId();
  return (
    <div className={styles['toggle']}>
      <label className={styles['label']}>
        <input
          type="checkbox"
          role={look === 'switch' ? 'switch' : undefined}
          className={styles[look]}
          checked={checked}
          disabled={disabled}
          aria-describedby={hint ? id : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{label}</span>
      </label>
      {hint ? (
        <p id={id} className={styles['hint']}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}
