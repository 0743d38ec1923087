import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './Button.module.css';

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: 'primary' | 'secondary' | 'quiet' | 'danger';
  /** Shows a spinner and ignores clicks; unlike a disabled button it keeps the focus. */
  readonly busy?: boolean;
  readonly buttonRef?: Ref<HTMLButtonElement>;
  readonly children: ReactNode;
}

export function Button({
  look = 'secondary',
  busy = false,
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
      aria-disabled={busy || rest.disabled || undefined}
      onClick={busy ? undefined : rest.onClick}
    >
      {busy ? <span className={styles['spinner']} aria-hidden="true" /> : null}
      {children}
    </button>
  );
}
