import { useId } from 'react';
import type { Ref } from 'react';
import styles from './MessageForm.module.css';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly rows: number;
  readonly maxLength: number;
  /** It is being sent: what would be typed now would be lost. */
  readonly readOnly: boolean;
  readonly error: string | null;
  readonly areaRef?: Ref<HTMLTextAreaElement>;
  readonly onChange: (value: string) => void;
}

export function TextArea({ label, value, rows, maxLength, readOnly, error, areaRef, onChange }: Props) {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        ref={areaRef}
        dir="auto"
        rows={rows}
        maxLength={maxLength}
        readOnly={readOnly}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {error ? (
        <p id={`${id}-error`} className={styles['error']} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
}
