import { useId } from 'react';
import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './Field.module.css';

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | null;
  /** Inside the box, after the input, such as the button that shows a password. */
  readonly after?: ReactNode;
  /** Beside the label, such as a help tip. */
  readonly aside?: ReactNode;
  /** Id of a further element that describes the input. */
  readonly describedBy?: string;
  readonly inputRef?: Ref<HTMLInputElement>;
}

export function Field({ label, hint, error, after, aside, describedBy, inputRef, ...input }: Props) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', describedBy ?? '', error ? `${id}-error` : '']
    .filter(Boolean)
    .join(' ');
  return (
    <div className={styles['field']}>
      <div className={styles['label']}>
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      <div className={styles['box']}>
        <input
          {...input}
          id={id}
          ref={inputRef}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
        />
        {after}
      </div>
      {hint ? (
        <p id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className={styles['error']}>
          {error}
        </p>
      ) : null}
    </div>
  );
}
