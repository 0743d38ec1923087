import { foundation } from './001-foundation.ts';
import { commands } from './002-commands.ts';
import { signIn } from './003-sign-in.ts';
import { history } from './004-history.ts';
import { roomToUpdate } from './005-room-to-update.ts';
import { australianPhoneNumbers } from './006-australian-phone-numbers.ts';
import { stoppedNumbers } from './007-stopped-numbers.ts';
import { heardTime } from './008-heard-time.ts';
import { indexesByTime } from './009-indexes-by-time.ts';
import { delivery } from './010-delivery.ts';
import { markedDemoData } from './011-marked-demo-data.ts';
import { temperatureUnit } from './012-temperature-unit.ts';
import { events } from './013-events.ts';
import { messages } from './014-messages.ts';
import { operators } from './015-operators.ts';
import { results } from './016-results.ts';
import { messageCenter } from './018-message-center.ts';
import { marketing } from './019-marketing.ts';
import { household } from './020-household.ts';
import { optOutsThatStay } from './021-opt-outs-that-stay.ts';
import { movedIn } from './022-moved-in.ts';
import { closedHouseholds } from './023-closed-households.ts';
import { providerSignOn } from './024-provider-sign-on.ts';
import { houseDispatch } from './025-house-dispatch.ts';
import { totals } from './026-totals.ts';
import { rankingsInTurn } from './027-rankings-in-turn.ts';
import { hotWaterMinimum } from './028-hot-water-minimum.ts';
import { dueRows } from './029-due-rows.ts';
import { restoredMessages } from './030-restored-messages.ts';
import { calendarFiles } from './031-calendar-files.ts';
import { eventsByEnd } from './032-events-by-end.ts';
import { ownDownloads } from './033-own-downloads.ts';
import { batteriesInEvents } from './034-batteries-in-events.ts';
import { provisioning } from './035-provisioning.ts';
import { imports } from './036-imports.ts';
import { namedPeople } from './037-named-people.ts';
import { storms } from './038-storms.ts';
import { postponedWalks } from './039-postponed-walks.ts';
import { removedDevices } from './040-removed-devices.ts';
import { noLinkedDevices } from './041-no-linked-devices.ts';
import { messageTranslations } from './042-message-translations.ts';
import { deliveredActions } from './043-delivered-actions.ts';
import { enrolmentEnds } from './044-enrolment-ends.ts';
import { agreements } from './045-agreements.ts';
import { takenOut } from './046-taken-out.ts';

/** In order, by the name that databases store: it stays, as does a migration once it is released. */
export const migrations: Readonly<Record<string, readonly string[]>> = {
  '001-foundation': foundation,
  '002-commands': commands,
  '003-sign-in': signIn,
  '004-history': history,
  '005-room-to-update': roomToUpdate,
  '006-one-form-of-numbers': australianPhoneNumbers,
  '007-stopped-numbers': stoppedNumbers,
  '008-heard-time': heardTime,
  '009-indexes-by-time': indexesByTime,
  '010-delivery': delivery,
  '011-marked-demo-data': markedDemoData,
  '012-temperature-unit': temperatureUnit,
  '013-events': events,
  '014-messages': messages,
  '015-operators': operators,
  '016-results': results,
  '018-message-center': messageCenter,
  '019-marketing': marketing,
  '020-household': household,
  '021-opt-outs-that-stay': optOutsThatStay,
  '022-moved-in': movedIn,
  '023-closed-households': closedHouseholds,
  '024-provider-sign-on': providerSignOn,
  '025-house-dispatch': houseDispatch,
  '026-totals': totals,
  '027-rankings-in-turn': rankingsInTurn,
  '028-hot-water-minimum': hotWaterMinimum,
  '029-due-rows': dueRows,
  '030-restored-messages': restoredMessages,
  '031-calendar-files': calendarFiles,
  '032-events-by-end': eventsByEnd,
  '033-own-downloads': ownDownloads,
  '034-batteries-in-events': batteriesInEvents,
  '035-provisioning': provisioning,
  '036-imports': imports,
  '037-named-people': namedPeople,
  '038-storms': storms,
  '039-postponed-walks': postponedWalks,
  '040-removed-devices': removedDevices,
  '041-no-linked-devices': noLinkedDevices,
  '042-message-translations': messageTranslations,
  '043-delivered-actions': deliveredActions,
  '044-enrolment-ends': enrolmentEnds,
  '045-agreements': agreements,
  '046-taken-out': takenOut,
};
