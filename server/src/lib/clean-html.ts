import sanitizeHtml from 'sanitize-html';
import { ALLOWED_TAGS, isSafeLink } from '#domain/html-policy.ts';

/** Keeps what the policy names; the text of what it drops stays, except that of scripts and styles. */
export const cleanHtml = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: [...ALLOWED_TAGS],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    transformTags: {
      a: (tagName, { href }): sanitizeHtml.Tag => ({
        tagName,
        attribs: href !== undefined && isSafeLink(href) ? { href } : {},
      }),
    },
  });
