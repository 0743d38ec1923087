import type { Language } from '#contract/entities/account.ts';
import type { ProviderConfig } from '#contract/entities/provider.ts';

export interface Locale {
  /** What the language calls itself. */
  readonly name: string;
  /** Addresses of its messages: those of first views, and all. */
  readonly first: string;
  readonly all: string;
}

/** What the HTML document hands to the scripts that it starts. */
export interface PageData {
  readonly provider: ProviderConfig;
  /** Demo data is loaded: pages for developers exist. */
  readonly demo: boolean;
  /** Script addresses of each app of this host by its name, its entry first. */
  readonly apps: Readonly<Record<string, readonly string[]>>;
  readonly locales: Readonly<Record<Language, Locale>>;
}
