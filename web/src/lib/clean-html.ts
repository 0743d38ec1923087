import DOMPurify from 'dompurify';
import { ALLOWED_TAGS, isSafeLink } from '#domain/html-policy.ts';

export const cleanHtml = (html: string): DocumentFragment => {
  const fragment = DOMPurify.sanitize(html, {
    // An allow-list, because the cleaner's own defaults let forms, images, styles and ids through.
    ALLOWED_TAGS: [...ALLOWED_TAGS],
    ALLOWED_ATTR: ['href'],
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const link of fragment.querySelectorAll('a')) {
    if (!isSafeLink(link.getAttribute('href') ?? '')) link.removeAttribute('href');
    else if (link.protocol === 'https:') {
      link.target = '_blank';
      link.rel = 'noopener noreferrer';
    }
  }
  return fragment;
};
