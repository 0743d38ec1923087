import { headerOf } from '#domain/control/title.ts';
import { DAY, HOUR } from '#domain/time/time.ts';
import type { RootDb } from '../db/connection.ts';
import { addMs } from '../lib/clock/clock.ts';
import type { Clock } from '../lib/clock/clock.ts';
import { assertWorded, translatorFor } from '../lib/text/i18n.ts';
import { linkInHome } from '../notify/home-link.ts';
import { notifyAccounts } from '../notify/notify-accounts.ts';
import type { AccountNotice, NoticeContent, NotifyDeps } from '../notify/notify-accounts.ts';
import { formatsFor } from '../notify/reader-formats.ts';
import { languageFor } from '../notify/templates.ts';
import { wordsInEach } from '../notify/words-in-each.ts';
import type { Provider } from '../providers/registry.ts';
import { untoldOffline } from '../stores/messages/offline-devices.ts';
import type { OfflineDevice } from '../stores/messages/offline-devices.ts';
import { recipientsOf } from '../stores/messages/recipients.ts';
import type { Recipient } from '../stores/messages/recipients.ts';
import { textsAt } from './texts-at.ts';

interface Deps extends NotifyDeps {
  readonly db: RootDb;
  readonly clock: Clock;
}

const KIND = 'offline_devices';
/** A device is away for so long before anybody is told: most come back by themselves. */
const PATIENCE = HOUR;
/** A house is told at most once in this time. */
const AT_MOST_EVERY = DAY;
/** An outage that began earlier than this is not news. */
const OLDEST = 7 * DAY;

assertWorded(
  ['subject', 'lead', 'line', 'advice', 'button', 'ending', 'sms', 'voice'].map((part) => `offline.${part}`),
);

const contentFor = (
  devices: readonly OfflineDevice[],
  { recipient, provider, link }: { recipient: Recipient; provider: Provider; link: string },
): NoticeContent => {
  const language = languageFor(provider, recipient.language);
  const t = translatorFor(language);
  const formats = formatsFor({ ...recipient, language, localization: provider.file.localization });
  const values = { n: devices.length, house: recipient.address, provider: provider.file.shortName, link };
  return {
    subject: t('offline.subject', values),
    blocks: [
      { text: t('offline.lead', values), isLead: true },
      {
        list: devices.map((device) =>
          t('offline.line', {
            device: headerOf(device) ?? t('device.number', { id: device.id }),
            since: formats.moment(device.since.getTime()),
          }),
        ),
      },
      { text: t('offline.advice', values) },
      { button: t('offline.button'), link },
    ],
    ending: t('offline.ending'),
    sms: t('offline.sms', values),
    voice: t('offline.voice', values),
  };
};

/** Tells households of devices that have been offline for an hour, each outage once, and a house once a day at most. */
export const notifyOfflineDevices = async (deps: Deps): Promise<void> => {
  const { db, clock, providers } = deps;
  const now = clock.now();
  const times = {
    before: addMs(now, -PATIENCE),
    after: addMs(now, -OLDEST),
    toldSince: addMs(now, -AT_MOST_EVERY),
  };
  const offline = await untoldOffline(db, times, PATIENCE);
  const byHouse = Map.groupBy(offline, ({ providerId, houseId }) => `${providerId} ${houseId}`);
  for (const devices of byHouse.values()) {
    const [first] = devices;
    const provider = first && providers.byId(first.providerId);
    if (!first || !provider) continue;
    const link = linkInHome(deps.publicUrl(provider), first.houseId);
    await db.transaction().execute(async (tx) => {
      const recipients = await recipientsOf(tx, first.providerId, [first.houseId], KIND);
      const notices = recipients.map((recipient): AccountNotice => ({
        recipient,
        kind: KIND,
        // Two nodes that found the same outage tell of it once.
        dedupeKey: `offline/${first.id}/${first.since.toISOString()}`,
        dispatchId: null,
        eventId: null,
        content: contentFor(devices, { recipient, provider, link }),
        translations: wordsInEach(provider, (language) =>
          contentFor(devices, { recipient: { ...recipient, language }, provider, link }),
        ),
        texts: textsAt(recipient, now),
      }));
      await notifyAccounts(tx, deps, notices, now);
    });
  }
};
