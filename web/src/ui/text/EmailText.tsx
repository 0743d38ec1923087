import styles from './EmailText.module.css';

/** An address that stands on one line where it fits on one, and else is broken before its domain. */
export function EmailText({ email }: { readonly email: string }) {
  const at = email.indexOf('@') + 1;
  return (
    <span className={styles['email']}>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  );
}
