import { isBlank } from '#domain/text/blank.ts';
import { assertWorded, translatorFor } from '../lib/text/i18n.ts';
import { AppError } from '../lib/app-error.ts';
import { cleanHtml } from '../lib/text/clean-html.ts';
import { textOfHtml } from '../lib/text/html-text.ts';
import type { Block } from '../notify/mail-layout.ts';
import type { NoticeContent } from '../notify/notify-accounts.ts';
import { formatsFor } from '../notify/reader-formats.ts';
import { languageFor } from '../notify/templates.ts';
import type { Provider } from '../providers/registry.ts';
import type { Recipient } from '../stores/messages/recipients.ts';

assertWorded([
  'message.answer.subject',
  'message.answers',
  'message.asked',
  'message.button',
  'message.ending',
  'message.sms',
  'message.voice',
]);

/** HTML as it is shown and stored; refused where the allow-list leaves nothing to read of it. */
export const cleanBody = (html: string): string => {
  const clean = cleanHtml(html);
  if (isBlank(textOfHtml(clean))) {
    throw new AppError('bad_request', { detail: 'html: no words are left of it' });
  }
  return clean;
};

/** What the reader wrote before. */
interface Question {
  readonly text: string;
  readonly createdAt: Date;
}

interface ReaderOfContent {
  readonly recipient: Recipient;
  readonly provider: Provider;
  readonly link: string;
}

/** Longer questions are quoted in part. */
const QUOTED = 500;

const quoteBlocks = ({ recipient, provider }: ReaderOfContent, { text, createdAt }: Question): Block[] => {
  const words = text.trim();
  if (isBlank(words)) return [];
  const language = languageFor(provider, recipient.language);
  const t = translatorFor(language);
  const { day } = formatsFor({ ...recipient, language, localization: provider.file.localization });
  return [
    {
      intro: t('message.answers', { provider: provider.file.name }),
      asked: t('message.asked', { day: day(createdAt.getTime()) }),
      quote: words.length > QUOTED ? `${words.slice(0, QUOTED).trimEnd()}…` : words,
    },
  ];
};

/** What somebody of the provider wrote, on each channel. Mails, texts and calls carry words alone; `question`: what it answers. */
export const operatorContent = (
  {
    subject,
    html,
    question,
  }: { readonly subject: string; readonly html: string; readonly question?: Question },
  reader: ReaderOfContent,
): NoticeContent => {
  const { recipient, provider, link } = reader;
  const t = translatorFor(languageFor(provider, recipient.language));
  const clean = cleanBody(html);
  const values = { provider: provider.file.shortName, subject, link };
  return {
    // What a person wrote begins no mail, be it the reader's own words.
    subject: question ? t('message.answer.subject', { subject }) : subject,
    title: subject,
    html: clean,
    blocks: [
      ...(question ? quoteBlocks(reader, question) : []),
      ...textOfHtml(clean)
        .split('\n\n')
        .map((text) => ({ text })),
      { button: t('message.button'), link },
    ],
    ending: t('message.ending'),
    sms: t('message.sms', values),
    voice: t('message.voice', values),
  };
};
