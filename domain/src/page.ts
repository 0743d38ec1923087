import type { Language } from '#contract/entities/account.ts';
import type { ProviderConfig } from '#contract/entities/provider.ts';

export interface Locale {
  /** What the language calls itself. */
  readonly name: string;
  /** Addresses of its messages: those of the first view, and all. */
  readonly first: string;
  readonly all: string;
}

/** What the HTML document hands to the scripts that it starts. */
export interface PageData {
  readonly provider: ProviderConfig;
  /** Demo data is loaded: pages for developers exist. */
  readonly demo: boolean;
  /** Script addresses of each view, its entry first. */
  readonly views: { readonly signIn: readonly string[]; readonly app: readonly string[] };
  readonly locales: Readonly<Record<Language, Locale>>;
}
