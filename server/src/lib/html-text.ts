import sanitizeHtml from 'sanitize-html';
import { escapeHtml } from './html.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
  '&amp;': '&',
};

/** The words of HTML, with a line for each paragraph, heading and entry of a list. */
export const textOfHtml = (html: string): string => {
  const lines = html
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<br\s*\/?>/gi, '\n')
    .replaceAll(/<li\b[^>]*>/gi, '\n- ')
    .replaceAll(/<\/(?:p|h[1-6]|ul|ol|div)>|<hr\s*\/?>/gi, '\n\n');
  return sanitizeHtml(lines, { allowedTags: [], allowedAttributes: {} })
    .replaceAll(/&(?:lt|gt|quot|#39|nbsp|amp);/g, (entity) => ENTITIES[entity] ?? entity)
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
