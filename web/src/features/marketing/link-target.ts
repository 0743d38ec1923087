import { isSafeLink } from '#domain/text/html-policy.ts';

export interface LinkTarget {
  /** portal: a page of this app; page: one elsewhere. */
  readonly kind: 'portal' | 'page' | 'mail' | 'call';
  /** The host, address or number that it leads to; the words on the button may claim another. */
  readonly name: string;
}

const OWN_PAGE = /^#\/[^\s\p{Cc}\\]*$/u;
const KINDS = { 'https:': 'page', 'mailto:': 'mail', 'tel:': 'call' } as const;

/** null: malformed percent-encoding, with which nobody could read where it leads. */
const readable = (address: string): string | null => {
  try {
    return decodeURI(address);
  } catch {
    return null;
  }
};

/** null: it leads nowhere that a button may lead to. */
export const linkTargetOf = (link: string): LinkTarget | null => {
  if (OWN_PAGE.test(link)) return { kind: 'portal', name: '' };
  if (!isSafeLink(link) || !URL.canParse(link)) return null;
  const { protocol, hostname, pathname } = new URL(link);
  const kind = KINDS[protocol as keyof typeof KINDS];
  const name = kind === 'page' ? hostname : readable(pathname);
  return name === null ? null : { kind, name };
};
