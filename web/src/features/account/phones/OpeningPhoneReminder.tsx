import { useCallback, useState } from 'react';
import type { PhoneNumber } from '#contract/entities/account.ts';
import { useHouse } from '#web/api/house-context.ts';
import { usePhoneNumbers } from '#web/api/queries.ts';
import type { Turn } from '#web/lib/feedback/opening-turn.ts';
import { DialogWaiting } from '#web/ui/overlay/DialogWaiting.tsx';
import { lazyPart } from '#web/ui/container/LazyPart.tsx';
import { PhoneCard } from './PhoneCard.tsx';
import { PhonePlace } from './PhonePlace.tsx';
import { isReminderDue, noteReminder } from './reminder-due.ts';

const PhoneReminder = lazyPart(
  async () => (await import('./PhoneReminder.tsx')).PhoneReminder,
  DialogWaiting,
);

const isOpen = ({ verified, optout }: PhoneNumber): boolean => !verified && !optout;

interface Props {
  readonly turn: Turn;
  readonly onShown: () => void;
}

/** The reminder to verify a number, at most every three days: a dialog, or a card where no dialog may open now. */
function Reminder({ turn, onShown }: Props) {
  const { user, phoneToVerify } = useHouse();
  const { data: phones } = usePhoneNumbers(user.id);
  const [isDue, setIsDue] = useState(() => isReminderDue(user.id));
  const [isVerifying, setIsVerifying] = useState(false);
  const number = phones?.find(isOpen);
  const onDialog = useCallback(() => {
    noteReminder(user.id);
    onShown();
  }, [user.id, onShown]);
  if (isDue && !phones && turn === 'later' && phoneToVerify) return <PhonePlace />;
  if (!isDue || number === undefined) return null;
  const close = () => {
    noteReminder(user.id);
    setIsDue(false);
  };
  if (turn === 'open' || isVerifying) {
    return <PhoneReminder number={number} onShown={onDialog} onClose={close} />;
  }
  return turn === 'later' ? (
    <PhoneCard number={number} onVerify={() => setIsVerifying(true)} onLater={close} />
  ) : null;
}

export function OpeningPhoneReminder(props: Props) {
  const { settings } = useHouse();
  return settings.enablePhoneNumberVerificationModal ? <Reminder {...props} /> : null;
}
