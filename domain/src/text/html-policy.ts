/**
 * What HTML that a provider writes may hold, wherever it is shown. It is cleaned when it is read or stored by the server,
 * and again when it is shown by the browser.
 */
export const ALLOWED_TAGS = [
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
] as const;

/** Nothing before the scheme, and no white space or control character anywhere, which browsers would ignore. */
const SAFE_LINK = /^(?:https:\/\/|mailto:|tel:)[^\s\p{Cc}]+$/iu;

/** A link that leads to a page, a mail or a call, and nowhere else. */
export const isSafeLink = (href: string): boolean => SAFE_LINK.test(href);
