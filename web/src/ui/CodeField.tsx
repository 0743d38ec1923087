import type { Ref } from 'react';
import { Field } from './Field.tsx';
import styles from './CodeField.module.css';

interface Props {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | null;
  readonly digits: number;
  readonly value: string;
  readonly name: string;
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly onChange: (value: string) => void;
}

/** A numeric code: everything but digits is dropped, so a code can be pasted with spaces; browsers can fill it in from an SMS. */
export function CodeField({ digits, value, onChange, ...rest }: Props) {
  return (
    <div className={styles['code']}>
      <Field
        {...rest}
        value={value}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        pattern="[0-9]*"
        onChange={(event) => onChange(event.target.value.replaceAll(/\D/g, '').slice(0, digits))}
      />
    </div>
  );
}
