import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import styles from './Button.module.css';

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: 'primary' | 'secondary' | 'quiet' | 'quiet-danger' | 'danger' | 'danger-outline' | 'event';
  /** Shows a spinner and ignores clicks; unlike a disabled button it keeps the focus. */
  readonly busy?: boolean;
  /** Looks disabled and does nothing, because there is nothing to save; unlike a disabled button it keeps the focus. */
  readonly inactive?: boolean;
  readonly buttonRef?: Ref<HTMLButtonElement>;
  readonly children: ReactNode;
}

const preventDefault = (event: MouseEvent) => event.preventDefault();

export function Button({
  look = 'secondary',
  busy = false,
  inactive = false,
  type = 'button',
  buttonRef,
  children,
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      ref={buttonRef}
      type={type}
      className={`${styles['button']} ${styles[look]}`}
      aria-busy={busy || undefined}
      aria-disabled={busy || inactive || rest.disabled || undefined}
      // A form that is sent by Enter clicks its button too.
      onClick={busy || inactive ? preventDefault : rest.onClick}
    >
      {busy ? <span className={styles['spinner']} aria-hidden="true" /> : null}
      {children}
    </button>
  );
}
