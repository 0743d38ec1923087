import { useHouse } from '#web/api/house-context.ts';
import { now } from '#web/lib/browser/clock.ts';
import { visitHadDialog } from './visit-dialog.ts';
import { PhonePlace } from '#web/features/account/phones/PhonePlace.tsx';
import { isReminderDue } from '#web/features/account/phones/reminder-due.ts';
import { isEventNear } from './event-near.ts';

/** Before the dialogs are loaded: the room of the reminder, where it will stand on a card because no dialog may open. */
export function PhoneCardPlace() {
  const { user, settings, events, phoneToVerify } = useHouse();
  const isExpected =
    settings.enablePhoneNumberVerificationModal &&
    phoneToVerify &&
    isReminderDue(user.id) &&
    (visitHadDialog() || isEventNear(events, now()));
  return isExpected ? <PhonePlace /> : null;
}
