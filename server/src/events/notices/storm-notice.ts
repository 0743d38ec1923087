import { textTime } from '#domain/events/life/notices.ts';
import { KEPT_IN_STORMS } from '#domain/events/plan/strategies/index.ts';
import type { RootDb } from '../../db/connection.ts';
import { assertWorded, translatorFor } from '../../lib/text/i18n.ts';
import type { ProviderScope } from '../../lib/scope/scope.ts';
import { linkInHome } from '../../notify/home-link.ts';
import { notifyAccounts } from '../../notify/notify-accounts.ts';
import type { AccountNotice, NoticeContent, NotifyDeps } from '../../notify/notify-accounts.ts';
import { formatsFor } from '../../notify/reader-formats.ts';
import { languageFor } from '../../notify/templates.ts';
import { wordsInEach } from '../../notify/words-in-each.ts';
import type { Provider } from '../../providers/registry.ts';
import { homesWithKinds } from '../../stores/events/storms.ts';
import type { Storm } from '../../stores/events/storms.ts';
import { recipientsOf } from '../../stores/messages/recipients.ts';
import type { Recipient } from '../../stores/messages/recipients.ts';

const KIND = 'peak_demand';
/** Homes whose people are told in one transaction. */
const HOMES_AT_ONCE = 200;

type About = 'expected' | 'over';

assertWorded(
  ['expected', 'over'].flatMap((about) =>
    ['subject', 'lead', 'sms', 'voice'].map((part) => `storm.${about}.${part}`),
  ),
);

const contentFor = (
  about: About,
  { until, cause }: Storm,
  { recipient, provider, link }: { recipient: Recipient; provider: Provider; link: string },
): NoticeContent => {
  const language = languageFor(provider, recipient.language);
  const t = translatorFor(language);
  const formats = formatsFor({ ...recipient, language, localization: provider.file.localization });
  const values = {
    until: formats.moment(until.getTime()),
    house: recipient.address,
    provider: provider.file.shortName,
    link,
  };
  const words = about === 'expected' ? cause?.[language] : undefined;
  return {
    subject: t(`storm.${about}.subject`, values),
    blocks: [
      { text: t(`storm.${about}.lead`, values), isLead: true },
      ...(words === undefined ? [] : [{ text: words }]),
      { button: t('offline.button'), link },
    ],
    ending: t('storm.ending'),
    sms: t(`storm.${about}.sms`, values),
    voice: t(`storm.${about}.voice`, values),
  };
};

/** Tells the homes of batteries in programs that a storm is expected, or no longer is; each person once for each end that is expected. */
export const tellOfStorm = async (
  deps: NotifyDeps & { readonly db: RootDb },
  scope: ProviderScope,
  about: About,
  storm: Storm,
  now: Date,
): Promise<void> => {
  const { db, providers } = deps;
  const provider = providers.byId(scope.providerId);
  if (!provider) return;
  const publicUrl = deps.publicUrl(provider);
  const since = `storm/${storm.since.toISOString()}`;
  for (let after = ''; ;) {
    const houseIds = await homesWithKinds(db, scope, KEPT_IN_STORMS, after, HOMES_AT_ONCE);
    await db.transaction().execute(async (tx) => {
      const recipients = await recipientsOf(tx, scope.providerId, houseIds, KIND);
      const notices = recipients.map((recipient): AccountNotice => {
        const link = linkInHome(publicUrl, recipient.houseId);
        const at = textTime(recipient.timezone, { startTime: 0 }, 'result', now.getTime());
        return {
          recipient,
          kind: KIND,
          dedupeKey: `${since}/${about === 'over' ? about : storm.until.toISOString()}`,
          dispatchId: null,
          eventId: null,
          content: contentFor(about, storm, { recipient, provider, link }),
          translations: wordsInEach(provider, (language) =>
            contentFor(about, storm, { recipient: { ...recipient, language }, provider, link }),
          ),
          texts: at === null ? null : { at: new Date(at), until: about === 'over' ? null : storm.until },
        };
      });
      await notifyAccounts(tx, deps, notices, now);
    });
    const last = houseIds.at(-1);
    if (last === undefined || houseIds.length < HOMES_AT_ONCE) return;
    after = last;
  }
};
