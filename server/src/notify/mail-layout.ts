import type { Language } from '#contract/entities/account.ts';
import { brandTokens } from '#domain/brand/tokens.ts';
import { escapeHtml } from '../lib/text/html.ts';
import type { Provider } from '../providers/registry.ts';

/** A part of a message, in plain words: nothing of it is read as HTML. */
export type Block =
  | { readonly text: string }
  | { readonly list: readonly string[] }
  | { readonly button: string; readonly link: string }
  /** Shown large, on a line of its own. */
  | { readonly code: string };

export interface MailContent {
  readonly subject: string;
  readonly blocks: readonly Block[];
  /** The last sentence, in small print. */
  readonly ending: string;
}

export interface Rendered {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

type Colours = ReturnType<typeof brandTokens>['light'];

const paragraph = (text: string, style = ''): string =>
  `<p style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`;

const itemsOf = (list: readonly string[]): string =>
  list.map((line) => `<li>${escapeHtml(line)}</li>`).join('');

const mailHtmlOf = (block: Block, light: Colours): string => {
  if ('text' in block) return paragraph(block.text);
  if ('list' in block) return `<ul style="margin:0 0 16px;padding-left:24px">${itemsOf(block.list)}</ul>`;
  if ('code' in block) {
    return paragraph(block.code, 'font-size:32px;line-height:40px;font-weight:bold;letter-spacing:6px');
  }
  return `<p style="margin:0 0 16px"><a href="${escapeHtml(block.link)}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:${light['brand-solid']};color:${light['on-brand']};font-weight:bold;text-decoration:none">${escapeHtml(block.button)}</a></p>`;
};

const textOf = (block: Block): string => {
  if ('text' in block) return block.text;
  if ('list' in block) return block.list.map((line) => `- ${line}`).join('\n');
  return 'code' in block ? block.code : `${block.button}:\n${block.link}`;
};

export const plainTextOf = (blocks: readonly Block[]): string => blocks.map(textOf).join('\n\n');

/** The blocks as HTML without styles, for the message center. */
export const plainHtmlOf = (blocks: readonly Block[]): string =>
  blocks
    .map((block) =>
      'list' in block ? `<ul>${itemsOf(block.list)}</ul>` : `<p>${escapeHtml(textOf(block))}</p>`,
    )
    .join('');

/** Text and HTML of one mail. Styles are inline and nothing is loaded, as mail programs require. */
export const layOutMail = (
  { subject, blocks, ending }: MailContent,
  { provider, language }: { readonly provider: Provider; readonly language: Language },
): Rendered => {
  const { light } = brandTokens(provider.file.color);
  const html = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:${light.bg};color:${light.text};font:16px/24px Helvetica,Arial,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px;background:${light.surface};border:1px solid ${light.border};border-radius:12px">
<tr><td style="padding:16px 24px;background:${light['brand-solid']};color:${light['on-brand']};border-radius:12px 12px 0 0;font-weight:bold">${escapeHtml(provider.file.name)}</td></tr>
<tr><td style="padding:24px">
${blocks.map((block) => mailHtmlOf(block, light)).join('\n')}
${paragraph(ending, `margin:0;font-size:14px;line-height:20px;color:${light['text-muted']}`)}
</td></tr></table></td></tr></table></body></html>`;
  const text = `${plainTextOf([...blocks, { text: ending }, { text: provider.file.name }])}\n`;
  return { subject, text, html };
};
