import DOMPurify from 'dompurify';

/** An allow-list, because the cleaner's own defaults let forms, images, styles and ids through. */
const ALLOWED_TAGS = [
  'a',
  'b',
  'br',
  'em',
  'h2',
  'h3',
  'h4',
  'hr',
  'i',
  'li',
  'ol',
  'p',
  'span',
  'strong',
  'u',
  'ul',
];

const isSafeLink = (href: string): boolean => {
  try {
    return ['https:', 'mailto:', 'tel:'].includes(new URL(href).protocol);
  } catch {
    return false;
  }
};

export const cleanHtml = (html: string): DocumentFragment => {
  const fragment = DOMPurify.sanitize(html, {
    ALLOWED_TAGS,
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
