/** The provider's support address, as a link that starts an e-mail. */
export function SupportAddress({ email }: { readonly email: string }) {
  return <a href={`mailto:${email}`}>{email}</a>;
}
