import DOMPurify from 'dompurify';
import { ALLOWED_TAGS, isSafeLink } from '#domain/html-policy.ts';

/** The host, address or number that a link leads to; what its own words claim may differ. */
const targetOf = ({ protocol, hostname, pathname }: HTMLAnchorElement): string =>
  protocol === 'https:' ? hostname : pathname;

const nameTarget = (link: HTMLAnchorElement): void => {
  const target = targetOf(link);
  if (link.textContent.trim() !== target) link.append(` (${target})`);
};

/** `namesTargets`: after the words of each link stands where it leads. */
export const cleanHtml = (html: string, namesTargets = false): DocumentFragment => {
  const fragment = DOMPurify.sanitize(html, {
    // An allow-list, because the cleaner's own defaults let forms, images, styles and ids through.
    ALLOWED_TAGS: [...ALLOWED_TAGS],
    ALLOWED_ATTR: ['href'],
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const link of fragment.querySelectorAll('a')) {
    if (!isSafeLink(link.getAttribute('href') ?? '')) {
      link.removeAttribute('href');
      continue;
    }
    if (link.protocol === 'https:') {
      link.target = '_blank';
      link.rel = 'noopener noreferrer';
    }
    if (namesTargets) nameTarget(link);
  }
  return fragment;
};
