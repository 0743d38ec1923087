import { MessageSlots } from '#web/features/messages/message-slots.ts';
import { Messages } from '#web/features/messages/Messages.tsx';
import { ResultFigures, ResultState } from '#web/features/results/receipt/ResultFigures.tsx';

const slots = { ResultState, ResultFigures };

/** The message center, with the parts of messages that another feature draws. */
export function MessagesScreen() {
  return (
    <MessageSlots value={slots}>
      <Messages />
    </MessageSlots>
  );
}
