import type { Language } from '#contract/entities/account.ts';
import type { AppName } from '#domain/apps/apps.ts';
import type { Compiled } from '#domain/text/compiled-messages.ts';
import type { PageData } from '#domain/page.ts';

/** State that the inline script (`app/boot.ts`) leaves for the bundles. */
export interface BootState {
  readonly page: PageData;
  readonly language: Language;
  /** Those of first views. */
  readonly messages: Promise<Readonly<Record<string, Compiled>>>;
  /** Keys of texts that were asked for before the others had been loaded. Some groups of labels lack a value by design. */
  readonly missedTexts: Set<string>;
  /** Calls that the inline script has started, by path; each is used once. */
  readonly prefetched: Map<string, Promise<Response>>;
  /** A session at another provider was ended by this visit. */
  readonly endedOtherSession: boolean;
  /** Replaces the mounted app, at sign-in and sign-out. */
  readonly open: (app: AppName) => Promise<void>;
  /** Fetches the scripts of an app, so that it can be opened without a connection. */
  readonly preload: (app: AppName) => void;
}

declare global {
  interface Window {
    porchlight: BootState;
  }
}

/** Exports of an app's entry module. */
export interface AppModule {
  readonly mount: (root: HTMLElement) => () => void;
}

export const boot = (): BootState => window.porchlight;
