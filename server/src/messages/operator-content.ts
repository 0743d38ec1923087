import { isBlank } from '#domain/text/blank.ts';
import { assertWorded, translatorFor } from '../lib/text/i18n.ts';
import { AppError } from '../lib/app-error.ts';
import { cleanHtml } from '../lib/text/clean-html.ts';
import { textOfHtml } from '../lib/text/html-text.ts';
import type { NoticeContent } from '../notify/notify-accounts.ts';
import { languageFor } from '../notify/templates.ts';
import type { Provider } from '../providers/registry.ts';
import type { Recipient } from '../stores/messages/recipients.ts';

assertWorded(['message.ending', 'message.sms', 'message.voice', 'notice.button']);

/** HTML as it is shown and stored; refused where the allow-list leaves nothing to read of it. */
export const cleanBody = (html: string): string => {
  const clean = cleanHtml(html);
  if (isBlank(textOfHtml(clean))) {
    throw new AppError('bad_request', { detail: 'html: no words are left of it' });
  }
  return clean;
};

/** What somebody of the provider wrote, on each channel. Mails, texts and calls carry words alone. */
export const operatorContent = (
  { subject, html }: { readonly subject: string; readonly html: string },
  { recipient, provider, link }: { recipient: Recipient; provider: Provider; link: string },
): NoticeContent => {
  const t = translatorFor(languageFor(provider, recipient.language));
  const clean = cleanBody(html);
  const values = { provider: provider.file.shortName, subject, link };
  return {
    subject,
    html: clean,
    blocks: [
      ...textOfHtml(clean)
        .split('\n\n')
        .map((text) => ({ text })),
      { button: t('notice.button'), link },
    ],
    ending: t('message.ending', { provider: provider.file.name }),
    sms: t('message.sms', values),
    voice: t('message.voice', values),
  };
};
