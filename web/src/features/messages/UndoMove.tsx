import { useState } from 'react';
import { useT } from '#web/lib/language/i18n.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { Notice } from '#web/ui/text/Notice.tsx';
import { useMessageActions } from './message-queries.ts';
import { shortSubjectOf } from './message-text.ts';
import type { MovedMessage } from './moved-message.ts';

interface Props {
  /** All to the same place. */
  readonly moved: readonly [MovedMessage, ...MovedMessage[]];
  readonly onUndone: (ids: readonly string[]) => void;
}

/** Says what was done with messages, and takes it back. */
function UndoMove({ moved, onUndone }: Props) {
  const t = useT();
  const { restore, setArchived } = useMessageActions();
  const [state, setState] = useState<'offered' | 'busy' | 'failed'>('offered');
  const [{ message: first, to }] = moved;
  const undo = async () => {
    setState('busy');
    const outcomes = await Promise.all(
      moved.map(({ message }) =>
        to === 'deleted'
          ? restore(message)
          : setArchived({ ...message, archived: to === 'archive' }, to === 'inbox'),
      ),
    );
    const undone = moved.flatMap(({ message }, index) => (outcomes[index] ? [message.uuid] : []));
    if (undone.length < moved.length) setState('failed');
    const [id] = undone;
    if (id !== undefined) document.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`)?.focus();
    onUndone(undone);
  };
  if (state === 'failed') {
    return (
      <Notice tone="warn" urgent>
        {t('messages.undo.failed')}
      </Notice>
    );
  }
  return (
    <Notice
      action={
        <Button look="quiet" busy={state === 'busy'} onClick={() => void undo()}>
          {t('messages.undo')}
        </Button>
      }
    >
      {moved.length > 1
        ? t(`messages.moved.${to}.several`, { n: moved.length })
        : t(`messages.moved.${to}`, { subject: shortSubjectOf(first) })}
    </Notice>
  );
}

interface ListProps {
  readonly moved: readonly MovedMessage[];
  readonly onUndone: (ids: readonly string[]) => void;
}

/** One sentence and one Undo for all that went to the same place. */
export function UndoMoves({ moved, onUndone }: ListProps) {
  return [...Map.groupBy(moved, ({ to }) => to).values()].map((group) => {
    const [first, ...others] = group;
    // Another message begins anew, also after a failure.
    const key = group.at(-1)?.message.uuid;
    return first ? <UndoMove key={key} moved={[first, ...others]} onUndone={onUndone} /> : null;
  });
}
