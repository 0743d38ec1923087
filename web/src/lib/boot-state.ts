import type { Language } from '#contract/entities/account.ts';
import type { Compiled } from '#domain/messages.ts';
import type { PageData } from '#domain/page.ts';

export type View = keyof PageData['views'];

/** What the inline script of the document has begun before any bundle was parsed. */
export interface BootState {
  readonly page: PageData;
  readonly language: Language;
  readonly messages: Promise<Readonly<Record<string, Compiled>>>;
  /** First answers under way, by path; taken once. */
  readonly prefetched: Map<string, Promise<Response>>;
  /** Swaps the whole view: signing in and out. */
  readonly open: (view: View) => Promise<void>;
}

declare global {
  interface Window {
    porchlight: BootState;
  }
}

/** What each view's entry exports. */
export interface ViewModule {
  readonly mount: (root: HTMLElement) => () => void;
}

export const boot = (): BootState => window.porchlight;
