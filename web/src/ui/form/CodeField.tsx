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
  /** Called with the code when its last digit was entered, so that nobody has to press a button. */
  readonly onComplete?: (code: string) => void;
}

/** A numeric code: everything but digits is dropped, so a code can be pasted with spaces; browsers can fill it in from an SMS. */
export function CodeField({ digits, value, onChange, onComplete, ...rest }: Props) {
  const change = (typed: string) => {
    const code = typed.replaceAll(/\D/g, '').slice(0, digits);
    onChange(code);
    if (code.length === digits && code !== value) onComplete?.(code);
  };
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
        onChange={(event) => change(event.target.value)}
      />
    </div>
  );
}
