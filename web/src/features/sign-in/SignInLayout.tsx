import type { ReactNode } from 'react';
import { Brand } from '#web/ui/page/Brand.tsx';
import { Footer } from '#web/ui/page/Footer.tsx';
import { LanguageButton } from '#web/ui/page/LanguageButton.tsx';
import { Notice } from '#web/ui/text/Notice.tsx';
import { SkipLink } from '#web/ui/page/SkipLink.tsx';
import { TextWithSupport } from '#web/ui/text/SupportAddress.tsx';
import { usePageHeading } from '#web/ui/page/page-heading.ts';
import styles from './SignIn.module.css';
import type { Failure } from './sign-in-flow.ts';

interface Props {
  /** Document title; the heading may differ. */
  readonly pageTitle: string;
  readonly title: string;
  readonly lead?: ReactNode;
  readonly failure?: Failure | null;
  readonly children: ReactNode;
}

/** The card with brand, language button, heading and error message, used by all sign-in screens. */
export function SignInLayout({ pageTitle, title, lead, failure, children }: Props) {
  const heading = usePageHeading(pageTitle);
  return (
    <>
      <SkipLink to="h1" />
      <div className={styles['screen']}>
        <main className={styles['card']}>
          <header className={styles['header']}>
            <Brand />
            <LanguageButton />
          </header>
          <h1 ref={heading} tabIndex={-1} className={styles['title']}>
            {title}
          </h1>
          {lead ? <p className={styles['lead']}>{lead}</p> : null}
          {failure ? (
            <Notice tone="danger" title={failure.title} urgent>
              {failure.advice === null ? null : <TextWithSupport text={failure.advice} />}
            </Notice>
          ) : null}
          {children}
        </main>
        <Footer />
      </div>
    </>
  );
}

interface FormProps {
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

export function Form({ onSubmit, children }: FormProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      noValidate
      className={styles['form']}
    >
      {children}
    </form>
  );
}

interface LinkProps {
  readonly to: string;
  readonly children: ReactNode;
}

export function QuietLink({ to, children }: LinkProps) {
  return (
    <a href={`#${to}`} className={styles['link']}>
      {children}
    </a>
  );
}
