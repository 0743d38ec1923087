import type { Page } from '@playwright/test';
import { waitForIdleCalls } from '../../../e2e/support/signed-in.ts';

/** How a screen is looked at. */
export interface Look {
  readonly width: number;
  readonly language: string;
  readonly theme: 'light' | 'dark';
}

/** A screen in a state, opened by path and brought there. */
export interface Screen {
  readonly name: string;
  readonly path: string;
  /** null: signed out. */
  readonly who: string | null;
  readonly pid?: string;
  /** With the dialog that asks for a phone number's code. */
  readonly reminder?: true;
  /** Calls of the screen never end. */
  readonly loading?: true;
  /** What one sees without scrolling; the whole page otherwise. */
  readonly isScreenOnly?: true;
  /** No page of the portal. */
  readonly isMail?: true;
  /** Replaces answers of the server before the screen is opened. */
  readonly answer?: (page: Page) => Promise<unknown>;
  /** Opens the screen itself, in the place of path and person. */
  readonly open?: (page: Page, look: Look) => Promise<unknown>;
  /** Brings the screen into the state that is captured. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/** Calls to such addresses get no answer. */
export const abortCalls = (address: string) => (page: Page) => page.route(address, (route) => route.abort());

/** With all that the screen shows loaded before. */
export const goOffline = async (page: Page) => {
  await waitForIdleCalls(page);
  await page.waitForFunction(() => !document.querySelector('main [aria-busy=true]'));
  await page.context().setOffline(true);
  await page.getByRole('alert').waitFor();
};
