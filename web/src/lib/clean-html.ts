import DOMPurify from 'dompurify';
import { ALLOWED_TAGS, isSafeLink } from '#domain/text/html-policy.ts';

/** The host, address or number that a link leads to; what its own words claim may differ. */
const targetOf = ({ protocol, hostname, pathname }: HTMLAnchorElement): string =>
  protocol === 'https:' ? hostname : pathname;

/** Characters that change the direction of what comes after them. */
const DIALOGS = /[\u202A-\u202E\u2066-\u2069]/g;

const nameTarget = (link: HTMLAnchorElement): void => {
  const texts = document.createTreeWalker(link, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    text.textContent = text.textContent?.replaceAll(DIALOGS, '') ?? '';
  }
  const target = targetOf(link);
  // Isolated, so that characters before the link do not turn it around either.
  const name = document.createElement('bdi');
  if (link.textContent.trim() === target) {
    name.append(target);
    link.replaceChildren(name);
  } else {
    name.append(`(${target})`);
    link.append(' ', name);
  }
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
