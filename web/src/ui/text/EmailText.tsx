/** An address that is broken before its domain where it does not fit on a line. */
export function EmailText({ email }: { readonly email: string }) {
  const at = email.indexOf('@') + 1;
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}
