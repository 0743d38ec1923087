import { cleanHtml } from './clean-html.ts';
import { escapeHtml } from './html.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
  '&amp;': '&',
};

const decode = (text: string): string =>
  text.replaceAll(/&(?:lt|gt|quot|#39|nbsp|amp);/g, (entity) => ENTITIES[entity] ?? entity);

/** Where a link leads is written after its words, unless they say it. */
const withAddress = (_: string, href: string, words: string): string => {
  const address = href.replace(/^(?:mailto|tel):/i, '');
  const said = decode(words.replaceAll(/<[^>]*>/g, '')).trim();
  const isSaid = [address, address.replace(/^https:\/\//i, '').replace(/\/$/, '')].some(
    (one) => decode(one).toLowerCase() === said.toLowerCase(),
  );
  return said === '' || isSaid ? words : `${words} (${address})`;
};

/** The words of HTML, with a line for each paragraph, heading and entry of a list, and with the addresses of its links. */
export const textOfHtml = (html: string): string => {
  const lines = cleanHtml(html)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<a href="([^"]*)">(.*?)<\/a>/g, withAddress)
    .replaceAll('<br />', '\n')
    .replaceAll(/<li>(?: ?<(?:p|h[2-4])>)?/g, '\n- ')
    .replaceAll(/<(?:p|h[2-4])>|<\/(?:p|h[2-4]|ul|ol)>|<hr \/>/g, '\n\n')
    .replaceAll(/<[^>]*>/g, '');
  return decode(lines)
    .replaceAll(/[ \t]*\n[ \t]*/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
};

/** Plain words as HTML: a paragraph per block of lines. */
export const htmlOfText = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((block) => `<p>${escapeHtml(block).replaceAll('\n', '<br />')}</p>`)
    .join('');
