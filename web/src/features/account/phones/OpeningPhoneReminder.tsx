import { useCallback, useState } from 'react';
import type { PhoneNumber } from '#contract/entities/account.ts';
import { DAY } from '#domain/time/durations.ts';
import { now } from '#web/lib/browser/clock.ts';
import { useHouse } from '#web/api/house-context.ts';
import { usePhoneNumbers } from '#web/api/queries.ts';
import { store, stored } from '#web/lib/browser/storage.ts';
import { DialogWaiting } from '#web/ui/overlay/DialogWaiting.tsx';
import { lazyPart } from '#web/ui/container/LazyPart.tsx';

const PhoneReminder = lazyPart(
  async () => (await import('./PhoneReminder.tsx')).PhoneReminder,
  DialogWaiting,
);

const AT_MOST_EVERY = 3 * DAY;

const isOpen = ({ verified, optout }: PhoneNumber): boolean => !verified && !optout;

/** The reminder to verify a number, at most every three days. */
function Reminder({ onDone }: { readonly onDone: () => void }) {
  const { user } = useHouse();
  const { data: phones } = usePhoneNumbers(user.id);
  const [due] = useState(
    () => now().getTime() - (stored('phoneReminderAt')?.[user.id] ?? 0) >= AT_MOST_EVERY,
  );
  const number = phones?.find(isOpen);
  const shown = due && number !== undefined;
  const onShown = useCallback(() => {
    store('phoneReminderAt', { ...stored('phoneReminderAt'), [user.id]: now().getTime() });
  }, [user.id]);
  return shown ? <PhoneReminder number={number} onShown={onShown} onClose={onDone} /> : null;
}

export function OpeningPhoneReminder({ onDone }: { readonly onDone: () => void }) {
  const { settings } = useHouse();
  return settings.enablePhoneNumberVerificationModal ? <Reminder onDone={onDone} /> : null;
}
