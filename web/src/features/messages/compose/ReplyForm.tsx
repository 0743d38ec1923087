import { useEffect, useRef, useState } from 'react';
import type { Message } from '#contract/entities/message.ts';
import { boot } from '#web/lib/boot-state.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { MessageForm } from './MessageForm.tsx';
import { TextArea } from './TextArea.tsx';
import { MAX_BODY } from './limits.ts';
import { useMessageForm } from './use-message-form.ts';

interface Props {
  readonly message: Message;
}

/** A button that opens the field for an answer; it is open from the start where a draft is left. */
export function ReplyForm({ message }: Props) {
  const t = useT();
  const trigger = useRef<HTMLButtonElement>(null);
  const wantsFocus = useRef<'area' | 'trigger' | null>(null);
  // null: as a draft that was left says.
  const [wanted, setOpen] = useState<boolean | null>(null);
  const close = () => {
    wantsFocus.current = 'trigger';
    setOpen(false);
  };
  const { draft, change, submit, discard, busy, failure, area } = useMessageForm(message, close);
  const [hadDraft] = useState(draft.body !== '');
  const open = wanted ?? hadDraft;
  useEffect(() => {
    if (wantsFocus.current === 'area') area.current?.focus();
    if (wantsFocus.current === 'trigger') trigger.current?.focus();
    wantsFocus.current = null;
  }, [open, area]);
  if (!open) {
    return (
      <div>
        <Button
          buttonRef={trigger}
          onClick={() => {
            wantsFocus.current = 'area';
            setOpen(true);
          }}
        >
          {t(message.fromAccount ? 'messages.writeAgain' : 'messages.reply')}
        </Button>
      </div>
    );
  }
  return (
    <MessageForm
      busy={busy}
      onSubmit={submit}
      onDiscard={() => {
        discard();
        close();
      }}
    >
      <TextArea
        label={t(message.fromAccount ? 'messages.writeAgain.label' : 'messages.reply.label', {
          provider: boot().page.provider.name,
        })}
        rows={5}
        maxLength={MAX_BODY}
        readOnly={busy}
        value={draft.body}
        error={failure}
        areaRef={area}
        onChange={(body) => change({ body })}
      />
    </MessageForm>
  );
}
