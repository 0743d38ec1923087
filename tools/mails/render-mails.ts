import type { Language } from '#contract/entities/account.ts';
import { DAY, HOUR, MINUTE } from '#domain/time/time.ts';
import { noticeContent } from '#server/events/notices/notice-content.ts';
import { operatorContent } from '#server/messages/operator-content.ts';
import { layOutMail } from '#server/notify/mail-layout.ts';
import type { MailContent } from '#server/notify/mail-layout.ts';
import { renderMail } from '#server/notify/templates.ts';
import type { Recipient } from '#server/stores/messages/recipients.ts';
import { FROM, factsAt, sunvale } from './example-event.ts';

const PUBLIC_URL = 'https://home.sunvale.example/';

const recipientOf = (language: Language): Recipient => ({
  providerId: 'sunvale',
  accountId: 'maya',
  houseId: 'house',
  email: 'maya@porchlight.example',
  language,
  temperatureUnit: 'F',
  wantsEmail: true,
  wantsSms: false,
  wantsVoice: false,
  phones: [],
  address: '1420 Juniper Lane, Boulder',
  timezone: 'America/Denver',
  settings: null,
});

const ANSWERS = {
  en: {
    subject: 'Does a second thermostat count?',
    question: 'We have a second thermostat upstairs. Does it count in an event?',
    html: '<p>Hello Maya,</p><p>Yes, it does: each thermostat in your home takes part by itself, and each has its own result.</p><p>Your team at Sunvale Energy</p>',
  },
  es: {
    subject: '¿Cuenta un segundo termostato?',
    question: 'Tenemos otro termostato arriba. ¿Cuenta en un evento?',
    html: '<p>Hola, Maya:</p><p>Sí, cuenta: cada termostato de su casa participa por separado y tiene su propio resultado.</p><p>Su equipo de Sunvale Energy</p>',
  },
} as const;

type Told = 'scheduled' | 'starting' | 'cancelled' | 'result';

const noticeOf = (name: Told, now: number) => (language: Language) =>
  noticeContent(name, factsAt(now, name === 'cancelled' ? now : null), {
    recipient: recipientOf(language),
    provider: sunvale,
    publicUrl: PUBLIC_URL,
  });

const MAILS: Readonly<Record<string, (language: Language) => MailContent>> = {
  'mail-event-scheduled': noticeOf('scheduled', FROM - DAY),
  'mail-event-starting': noticeOf('starting', FROM - 10 * MINUTE),
  'mail-event-cancelled': noticeOf('cancelled', FROM - 3 * HOUR),
  'mail-event-result': noticeOf('result', FROM + 6 * HOUR),
  'mail-answer': (language) => {
    const { question, ...answer } = ANSWERS[language === 'es' ? 'es' : 'en'];
    return operatorContent(
      { ...answer, question: { text: question, createdAt: new Date(FROM - DAY) } },
      {
        recipient: recipientOf(language),
        provider: sunvale,
        link: `${PUBLIC_URL}#/message-center/inbox/message/1?house=house`,
      },
    );
  },
};

const invitationOf = (language: Language): string =>
  renderMail('invitation', {
    provider: sunvale,
    language,
    values: {
      link: `${PUBLIC_URL}#/link-house?code=code`,
      name: 'Maya Reyes',
      address: '1420 Juniper Lane, Boulder',
    },
  }).html;

const htmlOf =
  (contentOf: (language: Language) => MailContent) =>
  (language: Language): string =>
    layOutMail({ ...contentOf(language), portal: PUBLIC_URL }, { provider: sunvale, language }).html;

/** The HTML of each mail by its name and language. */
const rendered = [
  ...Object.entries(MAILS).map(([name, contentOf]) => [name, htmlOf(contentOf)] as const),
  ['mail-invitation', invitationOf] as const,
].map(([name, htmlIn]) => [
  name,
  Object.fromEntries((['en', 'es'] as const).map((language) => [language, htmlIn(language)])),
]);
process.stdout.write(JSON.stringify(Object.fromEntries(rendered)));
