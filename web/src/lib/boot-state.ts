import type { Language } from '#contract/entities/account.ts';
import type { Compiled } from '#domain/text/compiled-messages.ts';
import type { PageData } from '#domain/page.ts';

export type View = keyof PageData['views'];

/** State that the inline script (`app/boot.ts`) leaves for the bundles. */
export interface BootState {
  readonly page: PageData;
  readonly language: Language;
  /** Those of the first view. */
  readonly messages: Promise<Readonly<Record<string, Compiled>>>;
  /** Calls that the inline script has started, by path; each is used once. */
  readonly prefetched: Map<string, Promise<Response>>;
  /** A session at another provider was ended by this visit. */
  readonly endedOtherSession: boolean;
  /** Replaces the mounted view, at sign-in and sign-out. */
  readonly open: (view: View) => Promise<void>;
  /** Fetches the scripts of a view, so that it can be opened without a connection. */
  readonly preload: (view: View) => void;
}

declare global {
  interface Window {
    porchlight: BootState;
  }
}

/** Exports of a view's entry module. */
export interface ViewModule {
  readonly mount: (root: HTMLElement) => () => void;
}

export const boot = (): BootState => window.porchlight;
