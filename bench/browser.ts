import { chromium } from '@playwright/test';
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import { signInToDemo } from './demo-session.ts';

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });

/** What a browser keeps of the demo account after a sign-in, with the dialogs that open by themselves already seen. */
export const storageOfDemo = async () => {
  const { token, user } = await signInToDemo();
  return {
    token,
    userId: user.id,
    houseId: user.roles[0]?.houseId ?? '',
    pid: 'sunvale',
    selectedLanguage: 'en',
    welcomeModalShown: 'true',
    phoneReminderAt: JSON.stringify({ [user.id]: Date.now() }),
  };
};

/** Fills local storage before the first script of each document. */
export const fillStorage = (
  target: Page | BrowserContext,
  values: Readonly<Record<string, string>>,
): Promise<unknown> =>
  target.addInitScript((stored) => {
    for (const [name, value] of Object.entries(stored)) {
      if (localStorage.getItem(name) === null) localStorage.setItem(name, value);
    }
  }, values);

export const PHONE = { width: 375, height: 812 } as const;
export const DESKTOP = { width: 1440, height: 900 } as const;

/** As often as a phone of the middle class is slower than the machine. */
export const slowDown = async (session: CDPSession): Promise<void> => {
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
};

/** A slow mobile line: 562 ms per request, 1.5 Mbit/s, nothing cached. */
export const slowLine = async (session: CDPSession): Promise<void> => {
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 562,
    downloadThroughput: 1_500_000 / 8,
    uploadThroughput: 750_000 / 8,
  });
};
