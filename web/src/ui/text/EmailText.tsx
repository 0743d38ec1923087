import { Fragment } from 'react';
import styles from './EmailText.module.css';

/** An address that stands on one line where it fits on one, and else is broken behind a dot or the at sign. */
export function EmailText({ email }: { readonly email: string }) {
  return (
    <span className={styles['email']}>
      {Array.from(email.matchAll(/[^.@]*[.@]|[^.@]+/g), ({ 0: part, index: at }) => (
        <Fragment key={at}>
          {at > 0 ? <wbr /> : null}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
