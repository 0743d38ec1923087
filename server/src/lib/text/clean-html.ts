import sanitizeHtml from 'sanitize-html';
import { ALLOWED_TAGS, isSafeLink } from '#domain/text/html-policy.ts';

/** Tags that browsers show on lines of their own, and that the policy does not allow. */
const DROPPED_BLOCKS = [
  'address',
  'article',
  'aside',
  'blockquote',
  'caption',
  'center',
  'dd',
  'details',
  'div',
  'dl',
  'dt',
  'fieldset',
  'figcaption',
  'figure',
  'footer',
  'form',
  'h1',
  'h5',
  'h6',
  'header',
  'legend',
  'main',
  'nav',
  'pre',
  'section',
  'summary',
  'table',
  'tbody',
  'td',
  'tfoot',
  'th',
  'thead',
  'tr',
] as const;

/** Stands for all of them until `breakLines` has replaced it. */
const BLOCK = 'div';

/** Of the sanitizer's own output, in which every other < and > is escaped. */
const TAG = /(<[^>]*>)/;
const STARTS_LINE = /^<\/?(?:br|h[2-4]|hr|li|ol|p|ul)\b/;

/** Replaces the edges of dropped blocks by a line break, where words stand before and after them. */
const breakLines = (clean: string): string => {
  let [hasWords, needsBreak] = [false, false];
  const parts = clean.split(TAG).map((part) => {
    if (part === `<${BLOCK}>` || part === `</${BLOCK}>`) {
      needsBreak = hasWords;
      return '';
    }
    if (STARTS_LINE.test(part)) {
      [hasWords, needsBreak] = [false, false];
      return part;
    }
    const isClosing = part.startsWith('</');
    if (isClosing || part.trim() === '') return part;
    const before = needsBreak ? '<br />' : '';
    needsBreak = false;
    hasWords = !part.startsWith('<') || (hasWords && before === '');
    return before + part;
  });
  return parts.join('');
};

/**
 * Removes tags and attributes that the policy does not allow; their text stays, except that of scripts and styles, and on lines
 * of its own where it was so.
 */
export const cleanHtml = (html: string): string =>
  breakLines(
    sanitizeHtml(html, {
      allowedTags: [...ALLOWED_TAGS, BLOCK],
      allowedAttributes: { a: ['href'] },
      allowedSchemes: ['https', 'mailto', 'tel'],
      allowProtocolRelative: false,
      transformTags: {
        ...Object.fromEntries(DROPPED_BLOCKS.map((tag) => [tag, BLOCK])),
        a: (tagName, { href }): sanitizeHtml.Tag => ({
          tagName,
          attribs: href !== undefined && isSafeLink(href) ? { href } : {},
        }),
      },
    }),
  );
