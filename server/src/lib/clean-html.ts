import sanitizeHtml from 'sanitize-html';
import { ALLOWED_TAGS, isSafeLink } from '#domain/html-policy.ts';

/** Removes tags and attributes that the policy does not allow; their text stays, except that of scripts and styles. */
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
