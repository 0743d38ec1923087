import { Fragment } from 'react';
import { boot } from '#web/lib/boot-state.ts';
import { EmailText } from './EmailText.tsx';
import styles from './EmailText.module.css';
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
      {others.map((after) => {
        const stop = /^[.,;:!?]/.exec(after)?.[0] ?? '';
        return (
          <Fragment key={after}>
            {/* What ends the sentence does not stand on a line of its own. */}
            <span className={styles['with-stop']}>
              <SupportAddress email={supportEmail} />
              {stop}
            </span>
            {after.slice(stop.length)}
          </Fragment>
        );
      })}
    </>
  );
}
