import { Fragment } from 'react';
import { boot } from '#web/lib/boot-state.ts';
import { EmailText } from './EmailText.tsx';
import { TextLink } from './TextLink.tsx';

/** The provider's support address, as a link that starts an e-mail. */
export function SupportAddress({ email }: { readonly email: string }) {
  return (
    <TextLink href={`mailto:${email}`}>
      <EmailText email={email} />
    </TextLink>
  );
}

/** A text that names the support address, with the address as a link. */
export function TextWithSupport({ text }: { readonly text: string }) {
  const { supportEmail } = boot().page.provider;
  const [before = '', ...others] = text.split(supportEmail);
  return (
    <>
      {before}
      {others.map((after) => (
        <Fragment key={after}>
          <SupportAddress email={supportEmail} />
          {after}
        </Fragment>
      ))}
    </>
  );
}
