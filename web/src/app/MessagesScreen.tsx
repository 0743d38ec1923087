import { MessageSlots } from '#web/features/messages/message-slots.ts';
import { Messages } from '#web/features/messages/Messages.tsx';
import { ResultFigures } from '#web/features/results/receipt/ResultFigures.tsx';

const slots = { ResultFigures };

/** The message center, with the parts of messages that another feature draws. */
export function MessagesScreen() {
  return (
    <MessageSlots value={slots}>
      <Messages />
    </MessageSlots>
  );
}
