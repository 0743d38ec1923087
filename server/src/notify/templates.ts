import type { Language } from '#contract/entities/account.ts';
import { brandTokens } from '#domain/brand/tokens.ts';
import { escapeHtml } from '../lib/html.ts';
import { assertWorded, catalogue } from '../lib/i18n.ts';
import type { Provider } from '../providers/registry.ts';

interface Parts {
  /** Name of the value that is shown large, on a line of its own. */
  readonly code?: string;
  /** Name of the value that is the address of the button. */
  readonly button?: string;
  /** There is a sentence after them. */
  readonly note?: true;
  /** The last sentence: what to do if the reader did not ask for it. */
  readonly ending: 'ignore' | 'notYou';
}

/** All mails; their wording is in the catalogue under `mail.<name>`. */
export const MAILS = {
  pin: { code: 'pin', note: true, ending: 'ignore' },
  link: { button: 'link', code: 'pin', note: true, ending: 'ignore' },
  reset: { button: 'link', note: true, ending: 'ignore' },
  passwordChanged: { ending: 'notYou' },
  totpOn: { ending: 'notYou' },
  totpOff: { ending: 'notYou' },
  recoveryCodeUsed: { ending: 'notYou' },
  recoveryCodesRenewed: { ending: 'notYou' },
  valveOn: { ending: 'notYou' },
  valveOff: { ending: 'notYou' },
} as const satisfies Record<string, Parts>;

export type MailName = keyof typeof MAILS;
export type Values = Readonly<Record<string, string>>;

const keysOf = ([name, { button, code, note, ending }]: readonly [string, Parts]): string[] => [
  `mail.${name}.subject`,
  `mail.${name}.lead`,
  `mail.${ending}`,
  ...(note ? [`mail.${name}.note`] : []),
  ...(button ? [`mail.${name}.button`] : []),
  ...(button && code ? [`mail.${name}.code`] : []),
];
assertWorded([...Object.entries<Parts>(MAILS).flatMap(keysOf), 'sms.phoneCode']);

export interface Rendered {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The first of `wanted` that the provider offers, else the provider's first language. */
export const languageFor = (provider: Provider, ...wanted: readonly (Language | null)[]): Language => {
  const { supportedLanguages } = provider.file.commonSettings.byodMultipleLanguages;
  return (
    wanted.find((code) => code !== null && supportedLanguages.includes(code)) ?? supportedLanguages[0] ?? 'en'
  );
};

/** Text and HTML of one mail. Styles are inline and nothing is loaded, as mail programs require. */
export const renderMail = (
  name: MailName,
  { provider, language, values }: { provider: Provider; language: Language; values: Values },
): Rendered => {
  const t = catalogue[language];
  const parts: Parts = MAILS[name];
  const all = { ...values, provider: provider.file.name, supportEmail: provider.file.supportEmail };
  const subject = t(`mail.${name}.subject`, all);
  const lead = t(`mail.${name}.lead`, all);
  const note = parts.note ? t(`mail.${name}.note`, all) : null;
  const ending = t(`mail.${parts.ending}`, all);
  const button = parts.button
    ? { text: t(`mail.${name}.button`, all), link: values[parts.button] ?? '' }
    : null;
  const code = parts.code ? (values[parts.code] ?? '') : null;

  const { light } = brandTokens(provider.file.color);
  const paragraph = (text: string, style = '') =>
    `<p style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`;
  const html = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:${light.bg};color:${light.text};font:16px/24px Helvetica,Arial,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px;background:${light.surface};border:1px solid ${light.border};border-radius:12px">
<tr><td style="padding:16px 24px;background:${light['brand-solid']};color:${light['on-brand']};border-radius:12px 12px 0 0;font-weight:bold">${escapeHtml(provider.file.name)}</td></tr>
<tr><td style="padding:24px">
${paragraph(lead)}
${button ? `<p style="margin:0 0 16px"><a href="${escapeHtml(button.link)}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:${light['brand-solid']};color:${light['on-brand']};font-weight:bold;text-decoration:none">${escapeHtml(button.text)}</a></p>` : ''}
${code !== null && button ? paragraph(t(`mail.${name}.code`, all)) : ''}
${code === null ? '' : paragraph(code, 'font-size:32px;line-height:40px;font-weight:bold;letter-spacing:6px')}
${note === null ? '' : paragraph(note)}
${paragraph(ending, `margin:0;font-size:14px;line-height:20px;color:${light['text-muted']}`)}
</td></tr></table></td></tr></table></body></html>`;

  const text = [
    lead,
    ...(button ? [`${button.text}:\n${button.link}`] : []),
    ...(code !== null && button ? [t(`mail.${name}.code`, all)] : []),
    ...(code === null ? [] : [code]),
    ...(note === null ? [] : [note]),
    ending,
    provider.file.name,
  ].join('\n\n');
  return { subject, text: `${text}\n`, html };
};

/** Text messages begin with the provider's name. */
export const renderText = (
  name: 'phoneCode',
  { provider, language, values }: { provider: Provider; language: Language; values: Values },
): string => catalogue[language](`sms.${name}`, { ...values, provider: provider.file.shortName });
