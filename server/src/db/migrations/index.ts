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
};
