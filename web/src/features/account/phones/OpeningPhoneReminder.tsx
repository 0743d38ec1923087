import { useCallback, useState } from 'react';
import type { PhoneNumber } from '#contract/entities/account.ts';
import { DAY } from '#domain/time/durations.ts';
import { now } from '#web/lib/browser/clock.ts';
import { useHouse } from '#web/api/house-context.ts';
import { usePhoneNumbers } from '#web/api/queries.ts';
import { store, stored } from '#web/lib/browser/storage.ts';
import type { Turn } from '#web/lib/feedback/opening-turn.ts';
import { DialogWaiting } from '#web/ui/overlay/DialogWaiting.tsx';
import { lazyPart } from '#web/ui/container/LazyPart.tsx';
import { PhoneCard } from './PhoneCard.tsx';

const PhoneReminder = lazyPart(
  async () => (await import('./PhoneReminder.tsx')).PhoneReminder,
  DialogWaiting,
);

const AT_MOST_EVERY = 3 * DAY;

const isOpen = ({ verified, optout }: PhoneNumber): boolean => !verified && !optout;

interface Props {
  readonly turn: Turn;
  readonly onShown: () => void;
}

/** The reminder to verify a number, at most every three days: a dialog, or a card where no dialog may open now. */
function Reminder({ turn, onShown }: Props) {
  const { user } = useHouse();
  const { data: phones } = usePhoneNumbers(user.id);
  const [isDue, setIsDue] = useState(
    () => now().getTime() - (stored('phoneReminderAt')?.[user.id] ?? 0) >= AT_MOST_EVERY,
  );
  const [isVerifying, setIsVerifying] = useState(false);
  const number = phones?.find(isOpen);
  const markAsShown = useCallback(() => {
    store('phoneReminderAt', { ...stored('phoneReminderAt'), [user.id]: now().getTime() });
  }, [user.id]);
  const onDialog = useCallback(() => {
    markAsShown();
    onShown();
  }, [markAsShown, onShown]);
  if (!isDue || number === undefined) return null;
  const close = () => {
    markAsShown();
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
