import type { Language } from '#contract/entities/account.ts';
import type { MessageWords } from '#contract/entities/message.ts';
import { cleanHtml } from '../lib/text/clean-html.ts';
import { messageBlocks, plainHtmlOf, plainTextOf, titleOf } from './mail-layout.ts';
import type { MailContent } from './mail-layout.ts';
import type { Provider } from '../providers/registry.ts';
import type { NewMessage } from '../stores/messages/messages.ts';

type Written = Pick<MailContent, 'subject' | 'blocks'>;

/** What the message center shows of what a mail says. */
export const wordsOf = ({ subject, blocks }: Written): MessageWords => {
  const shown = messageBlocks(blocks);
  return {
    subject: titleOf(blocks) ?? subject,
    htmlBody: cleanHtml(plainHtmlOf(shown)),
    plainTextBody: plainTextOf(shown),
  };
};

/**
 * What the message center shows of a message in each language of its provider, for readers who switch theirs after it was sent;
 * null: there is one language only.
 */
export const wordsInEach = (
  { file }: Provider,
  writtenIn: (language: Language) => Written,
): NewMessage['translations'] => {
  const { supportedLanguages } = file.commonSettings.byodMultipleLanguages;
  return supportedLanguages.length < 2
    ? null
    : Object.fromEntries(supportedLanguages.map((language) => [language, wordsOf(writtenIn(language))]));
};
