import type { Language } from '#contract/entities/account.ts';
import { brandTokens } from '#domain/brand/tokens.ts';
import { withUnbrokenTimes } from '#domain/text/unbroken-times.ts';
import { translatorFor } from '../lib/text/i18n.ts';
import { escapeHtml } from '../lib/text/html.ts';
import type { Provider } from '../providers/registry.ts';

/** A part of a message, in plain words: nothing of it is read as HTML. */
export type Block =
  /** The heading of a mail: in the message center the title is the subject, and the address is known. */
  | { readonly title: string; readonly line: string; readonly badge: string | null; readonly address: string }
  /** `isLead`: what the mail is about, and how much; shown larger. */
  | { readonly text: string; readonly isLead?: true }
  /** `figure`: the part of it that a mail shows largest; `note`: a line below it. */
  | { readonly strong: string; readonly figure: string; readonly note: string | null }
  /** What its reader wrote before, after words of our own: `intro` before the quote, `asked` at its beginning. */
  | { readonly quote: string; readonly intro: string; readonly asked: string }
  | { readonly list: readonly string[] }
  | { readonly button: string; readonly link: string }
  /** Shown large, on a line of its own. */
  | { readonly code: string };

type Title = Extract<Block, { readonly title: string }>;

export interface MailContent {
  readonly subject: string;
  /** Above the blocks, where none of them is a heading; the text alone needs none below its subject. */
  readonly heading?: string;
  readonly blocks: readonly Block[];
  /** The last sentence, in small print. */
  readonly ending: string;
  /** Address of the portal, of messages that people choose there. */
  readonly portal?: string;
}

export interface Rendered {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

type Colours = ReturnType<typeof brandTokens>['light'];

/** Of the portal: where people choose what they are sent. */
const SETTINGS = '#/my-account/preferences';

const SMALL = 'font-size:14px;line-height:20px';
const LEAD = 'font-size:18px;line-height:26px;font-weight:bold';
const HEADING = 'margin:0 0 8px;font-weight:bold;text-wrap:balance';

/** Neither a time nor a number with its unit goes over the end of a line. */
const unbroken = (text: string): string =>
  withUnbrokenTimes(text).replaceAll(/(\d) (?=(?:°[FC]|kWh?)(?!\w))/g, '$1\u00A0');

/** `kind`: the class that the dark look colours. */
const paragraph = (text: string, style = '', kind = ''): string =>
  `<p${kind === '' ? '' : ` class="${kind}"`} style="margin:0 0 16px;${style}">${escapeHtml(unbroken(text))}</p>`;

const itemsOf = (list: readonly string[], attributes = ''): string =>
  list.map((line) => `<li${attributes}>${escapeHtml(line)}</li>`).join('');

const headingHtml = (text: string): string =>
  `<h1 style="${HEADING};font-size:24px;line-height:30px">${escapeHtml(unbroken(text))}</h1>`;

/** Two figures stand below each other: neither is the end of the other's line. */
const titleHtml = ({ title, line, badge, address }: Title, light: Colours): string => {
  const figures = unbroken(title).split(' · ').map(escapeHtml);
  const size = figures.length > 1 ? 'font-size:30px;line-height:38px' : 'font-size:26px;line-height:32px';
  const pill =
    badge === null
      ? ''
      : `<p style="margin:0 0 12px"><span class="pill" style="display:inline-block;padding:2px 10px;border-radius:12px;background:${light['warn-soft']};color:${light.warn};font-weight:bold;${SMALL}">${escapeHtml(badge)}</span></p>
`;
  return `${pill}<h1 style="${HEADING};${size}">${figures.join('<br>')}</h1>
<p style="margin:0 0 4px;font-size:18px;line-height:26px;text-wrap:balance">${escapeHtml(unbroken(line))}</p>
${paragraph(address, `${SMALL};color:${light['text-muted']}`, 'muted')}`;
};

/** What it is about, and how much, on a ground of its own. */
const panel = (text: string, light: Colours, figure = '', note: string | null = null): string => {
  const [before = '', ...after] = figure === '' ? [unbroken(text)] : unbroken(text).split(unbroken(figure));
  const shown = `<span style="font-size:28px;line-height:36px">${escapeHtml(unbroken(figure))}</span>`;
  const html = [before, ...after].map(escapeHtml).join(shown);
  const below =
    note === null
      ? ''
      : `<br><span style="font-size:16px;line-height:24px;font-weight:normal">${escapeHtml(unbroken(note))}</span>`;
  return `<p class="panel" style="margin:0 0 16px;padding:12px 16px;border-left:4px solid ${light['brand-solid']};border-radius:8px;background:${light['brand-soft']};text-wrap:balance;${LEAD}">${html}${below}</p>`;
};

const mailHtmlOf = (block: Block, light: Colours): string => {
  if ('title' in block) return titleHtml(block, light);
  if ('text' in block) return block.isLead ? panel(block.text, light) : paragraph(block.text);
  if ('strong' in block) return panel(block.strong, light, block.figure, block.note);
  if ('quote' in block) {
    return `${headingHtml(block.intro)}<blockquote class="muted line" style="margin:0 0 16px;padding-left:12px;border-left:3px solid ${light.border};color:${light['text-muted']}">${[block.asked, ...block.quote.split('\n')].map(escapeHtml).join('<br>')}</blockquote>`;
  }
  if ('list' in block) {
    return `<ul style="margin:0 0 16px;padding:0;list-style:none">${itemsOf(block.list.map(unbroken), ` class="line" style="margin:0;padding:10px 0;border-top:1px solid ${light.border}"`)}</ul>`;
  }
  if ('code' in block) {
    return paragraph(block.code, 'font-size:32px;line-height:40px;font-weight:bold;letter-spacing:6px');
  }
  return `<p style="margin:0 0 20px"><a href="${escapeHtml(block.link)}" class="button" style="display:block;padding:14px 24px;border-radius:8px;text-align:center;background:${light['brand-solid']};color:${light['on-brand']};font-weight:bold;text-decoration:none">${escapeHtml(block.button)}</a></p>`;
};

const lineOf = ({ line, badge }: Title): string => (badge === null ? line : `${line} · ${badge}`);

const textOf = (block: Block): string => {
  if ('title' in block) return [block.title, lineOf(block), block.address].join('\n');
  if ('text' in block) return block.text;
  if ('strong' in block) return [block.strong, ...(block.note === null ? [] : [block.note])].join('\n');
  if ('quote' in block) {
    const lines = [block.asked, ...block.quote.split('\n')].map((line) => `> ${line}`);
    return `${block.intro}\n\n${lines.join('\n')}`;
  }
  if ('list' in block) return block.list.map((line) => `- ${line}`).join('\n');
  return 'code' in block ? block.code : `${block.button}:\n${block.link}`;
};

export const plainTextOf = (blocks: readonly Block[]): string => blocks.map(textOf).join('\n\n');

const plainParagraph = (text: string): string => `<p>${escapeHtml(unbroken(text))}</p>`;

const plainHtml = (block: Block): string => {
  if ('list' in block) return `<ul>${itemsOf(block.list.map(unbroken))}</ul>`;
  if (!('strong' in block)) return plainParagraph(textOf(block));
  const note = block.note === null ? '' : plainParagraph(block.note);
  return `<p><strong>${escapeHtml(unbroken(block.strong))}</strong></p>${note}`;
};

/** The blocks as HTML without styles, for the message center. */
export const plainHtmlOf = (blocks: readonly Block[]): string => blocks.map(plainHtml).join('');

/**
 * What the message center shows of the blocks: whoever reads there is in the portal already, under the address, and has what they
 * wrote beside it.
 */
export const messageBlocks = (blocks: readonly Block[]): Block[] =>
  blocks.flatMap((block) => {
    if ('title' in block) return [{ text: lineOf(block) }];
    return 'button' in block || 'quote' in block ? [] : [block];
  });

/** The title of the blocks, if they have one. */
export const titleOf = (blocks: readonly Block[]): string | null =>
  blocks.find((block) => 'title' in block)?.title ?? null;

/** Colours for mail programs that follow the reader's dark look; the others keep the inline ones. */
const darkStyle = (dark: Colours): string =>
  `@media (prefers-color-scheme:dark){.page{background:${dark.bg}!important;color:${dark.text}!important}.card{background:${dark.surface}!important;border-color:${dark.border}!important}.line{border-color:${dark.border}!important}.panel{background:${dark['brand-soft']}!important;border-color:${dark['brand-solid']}!important}.pill{background:${dark['warn-soft']}!important;color:${dark.warn}!important}.brand,.button{background:${dark['brand-solid']}!important;color:${dark['on-brand']}!important}.muted,.muted a{color:${dark['text-muted']}!important}}`;

/** Text and HTML of one mail. Styles are inline and nothing is loaded, as mail programs require. */
export const layOutMail = (
  { subject, heading, blocks, ending, portal }: MailContent,
  { provider, language }: { readonly provider: Provider; readonly language: Language },
): Rendered => {
  const { light, dark } = brandTokens(provider.file.color);
  const t = translatorFor(language);
  const { name, supportEmail } = provider.file;
  const links = [
    ...(portal === undefined ? [] : [{ words: t('user.preferences'), link: `${portal}${SETTINGS}` }]),
    { words: supportEmail, link: `mailto:${supportEmail}` },
  ];
  const muted = `color:${light['text-muted']}`;
  const footerHtml = links.map(
    ({ words, link }) => `<a href="${escapeHtml(link)}" style="${muted}">${escapeHtml(words)}</a>`,
  );
  const html = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title><style>${darkStyle(dark)}</style></head>
<body class="page" style="margin:0;padding:24px 12px;background:${light.bg};color:${light.text};font:16px/24px Helvetica,Arial,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px;background:${light.surface};border:1px solid ${light.border};border-radius:12px">
<tr><td class="brand" style="padding:16px 24px;background:${light['brand-solid']};color:${light['on-brand']};border-radius:12px 12px 0 0;font-weight:bold">${escapeHtml(name)}</td></tr>
<tr><td style="padding:24px">
${[...(heading === undefined ? [] : [headingHtml(heading)]), ...blocks.map((block) => mailHtmlOf(block, light))].join('\n')}
${paragraph(ending, `margin:0;padding-top:16px;border-top:1px solid ${light.border};${SMALL};${muted}`, 'muted line')}
</td></tr></table>
<p class="muted" style="max-width:480px;margin:16px 0 0;${SMALL};${muted}">${[escapeHtml(name), ...footerHtml].join('<br>')}</p>
</td></tr></table></body></html>`;
  const footer = [
    name,
    ...links.map(({ words, link }) => (link.startsWith('mailto:') ? words : `${words}: ${link}`)),
  ].join('\n');
  const text = `${plainTextOf([...blocks, { text: ending }, { text: footer }])}\n`;
  return { subject, text, html };
};
