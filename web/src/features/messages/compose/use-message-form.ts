import { useEffect, useRef, useState } from 'react';
import type { Message } from '#contract/entities/message.ts';
import { isBlank } from '#domain/text/blank.ts';
import { visibleLine, visibleText } from '#domain/text/visible.ts';
import { useHouse } from '#web/api/house-context.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import { t } from '#web/lib/language/i18n.ts';
import { newIdempotencyKey } from '#web/lib/browser/random.ts';
import { toast } from '#web/lib/feedback/toasts.ts';
import { keepDraft, readDraft } from './drafts.ts';
import type { Draft } from './drafts.ts';
import { useSend } from '../message-queries.ts';

/** The input of a new message, or of an answer to `parent`. It is kept in the browser until it was sent. */
export const useMessageForm = (parent: Message | null, onSent: (sent: Message) => void) => {
  const { user, house } = useHouse();
  const place = `${user.id} ${house.id} ${parent?.uuid ?? 'new'}`;
  const [draft, setDraft] = useState<Draft>(() => readDraft(place));
  const [key, setKey] = useState(newIdempotencyKey);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const send = useSend();
  const area = useRef<HTMLTextAreaElement>(null);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  const change = (changed: Partial<Draft>) => {
    const { subject, body } = { ...draft, ...changed };
    const next = { subject: visibleLine(subject), body: visibleText(body) };
    setDraft(next);
    setFailure(null);
    keepDraft(place, next);
    // Other words are another message.
    setKey(newIdempotencyKey());
  };
  const submit = async () => {
    if (busy) return;
    if (isBlank(draft.body)) {
      setFailure(t('messages.body.missing'));
      area.current?.focus();
      return;
    }
    setBusy(true);
    setFailure(null);
    try {
      const sent = await send({ parentMessageId: parent?.uuid ?? null, ...draft }, key);
      change({ subject: '', body: '' });
      toast('ok', t('messages.sent'));
      // Whoever has gone elsewhere in the meantime stays there.
      if (isShown.current) onSent(sent);
    } catch (error) {
      setFailure(errorMessage(error));
    }
    setBusy(false);
  };
  const discard = () => change({ subject: '', body: '' });
  return { draft, change, submit, discard, busy, failure, area };
};
