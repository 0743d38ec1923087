import { useEffect, useRef } from 'react';
import { boot } from '#web/lib/boot-state.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { paths } from '#web/lib/routing/paths.ts';
import { navigate } from '#web/lib/routing/router.ts';
import { Field } from '#web/ui/form/Field.tsx';
import styles from './MessageForm.module.css';
import { MessageForm } from './MessageForm.tsx';
import { TextArea } from './TextArea.tsx';
import { messagePath } from '../folders.ts';
import { MAX_BODY, MAX_SUBJECT } from './limits.ts';
import { useMessageForm } from './use-message-form.ts';

/** A new message to the provider. */
export function Compose({ isPage }: { readonly isPage: boolean }) {
  const t = useT();
  const subject = useRef<HTMLInputElement>(null);
  useEffect(() => {
    subject.current?.focus();
    window.scrollTo(0, 0);
  }, []);
  const { draft, change, submit, discard, busy, failure, area } = useMessageForm(null, (sent) =>
    navigate(messagePath('inbox', sent), { replace: true }),
  );
  const Title = isPage ? 'h1' : 'h2';
  return (
    <section className={styles['compose']} aria-labelledby="new-message">
      <Title id="new-message">{t('messages.new')}</Title>
      <p className={styles['to']}>{t('messages.to', { name: boot().page.provider.name })}</p>
      <MessageForm
        busy={busy}
        onSubmit={submit}
        onDiscard={() => {
          discard();
          navigate(paths.inbox);
        }}
      >
        <Field
          label={t('messages.subject')}
          inputRef={subject}
          maxLength={MAX_SUBJECT}
          readOnly={busy}
          value={draft.subject}
          onChange={(event) => change({ subject: event.target.value })}
        />
        <TextArea
          label={t('messages.body')}
          rows={9}
          maxLength={MAX_BODY}
          readOnly={busy}
          value={draft.body}
          error={failure}
          areaRef={area}
          onChange={(body) => change({ body })}
        />
      </MessageForm>
      <p className={styles['hint']}>{t('messages.draft.hint')}</p>
    </section>
  );
}
