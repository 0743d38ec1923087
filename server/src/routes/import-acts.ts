import { internationalPhone, phoneForms } from '#domain/account/phone.ts';
import { canReceiveTexts, phoneIdOf } from '../account/phones.ts';
import type { CommandDeps } from '../commands/deps.ts';
import { lapseValves } from '../commands/lapse-valves.ts';
import type { EventDeps } from '../events/deps.ts';
import { leaveEventsForGood, leaveEventsOf } from '../events/people/leave-for-good.ts';
import { endHouseholdByProvider } from '../household/end-household.ts';
import { inviteNamed } from '../household/invitations.ts';
import type { InvitingDeps } from '../household/invitations.ts';
import type { PageActs } from '../provisioning/import/lines.ts';
import type { ImportDeps } from '../provisioning/import/run-import.ts';
import { forgetPlannedAhead } from '../stores/events/planned-ahead.ts';

export type ImportActDeps = InvitingDeps & EventDeps & CommandDeps;

export const leaveEventsBy =
  (deps: ImportActDeps): PageActs['leaveEvents'] =>
  async (tx, house, why) => {
    if (why === 'life_support' || typeof why === 'object') {
      await leaveEventsOf(tx, deps, house, why === 'life_support' ? 'all' : why);
      return false;
    }
    const hasLeft = await leaveEventsForGood(tx, deps, house, () => lapseValves(tx, deps, house));
    if (why === 'moved') await forgetPlannedAhead(tx, house, deps.clock.now());
    return hasLeft;
  };

/** What an import does outside of provisioning. */
export const importActs =
  (deps: ImportActDeps): ImportDeps['acts'] =>
  (by) => ({
    phoneOf: (text) => {
      const localization = deps.providers.byId(by.providerId)?.file.localization;
      if (!localization) return null;
      const { countryCode } = phoneForms[localization];
      const { phone } = phoneIdOf({ phone: text }, { countryCode });
      const international = internationalPhone(phone, countryCode);
      return canReceiveTexts(international) ? international : null;
    },
    invite: (tx, house, person) => inviteNamed(tx, deps, house, person, by),
    leaveEvents: leaveEventsBy(deps),
    endHousehold: (tx, house, end) => endHouseholdByProvider(tx, deps, house, end),
  });
