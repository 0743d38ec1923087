import type { Page } from '@playwright/test';

/** Every word on the screen, and those that are only spoken. */
export const wordsOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const words: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement?.closest('script, style, noscript')) words.push(node.textContent?.trim() ?? '');
    }
    for (const element of document.querySelectorAll('[aria-label]')) {
      words.push(element.getAttribute('aria-label') ?? '');
    }
    return words.filter(Boolean);
  });
