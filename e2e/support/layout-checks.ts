import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Resolves after the next paint. */
export const afterPaint = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  );

export const horizontalOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Texts inside main that are clipped, leave the padding of their card or overlap one another. */
export const clippedOrOverlappingTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const main = document.querySelector('main');
    if (!main) return ['no main'];
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const texts: { text: string; box: DOMRect; element: Element }[] = [];
    const faults: string[] = [];
    const scrollerOf = (element: Element): Element | null => {
      const parent = element.parentElement;
      if (!parent || parent === main) return null;
      return ['auto', 'scroll'].includes(getComputedStyle(parent).overflowX) ? parent : scrollerOf(parent);
    };
    const isScrolledOut = (box: DOMRect, area: Element): boolean => {
      const edge = area.getBoundingClientRect();
      const [isWider, isHigher] = [
        area.scrollWidth > area.clientWidth,
        area.scrollHeight > area.clientHeight,
      ];
      return (
        (isWider && (box.left < edge.left || box.right > edge.right)) ||
        (isHigher && (box.top < edge.top || box.bottom > edge.bottom))
      );
    };
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (
        !element ||
        text === '' ||
        !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      )
        continue;
      const { clip, clipPath, overflowX, overflowY } = getComputedStyle(element);
      if (clip !== 'auto' || clipPath !== 'none') continue;
      // The beginning of a text that stands in full on a page of its own.
      if (element.hasAttribute('data-excerpt')) continue;
      const wider = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
      const higher = overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 1;
      if (wider || higher) {
        faults.push(`cut: ${text}`);
        continue;
      }
      const range = document.createRange();
      range.selectNodeContents(node);
      const card = element.closest('section');
      const end = card
        ? card.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(card).paddingRight)
        : Number.POSITIVE_INFINITY;
      const area = scrollerOf(element);
      // A dot between two parts hangs where a line breaks behind it.
      if (text === '·') continue;
      for (const box of range.getClientRects()) {
        // A part that scrolls by itself shows the rest when it is scrolled; its own edge is the limit.
        if (area && isScrolledOut(box, area)) continue;
        texts.push({ text, box, element });
        if (!area && box.right > end + 1) faults.push(`beyond its card: ${text}`);
      }
    }
    // A select shows its text itself, or lies unseen over an element that does.
    const canvas = document.createElement('canvas').getContext('2d');
    for (const select of main.querySelectorAll('select')) {
      if (!select.checkVisibility()) continue;
      const style = getComputedStyle(select);
      const text = select.selectedOptions[0]?.text ?? '';
      if (style.opacity === '0') {
        if (!select.parentElement?.innerText.includes(text)) faults.push(`not shown: ${text}`);
        continue;
      }
      if (canvas) canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      const room =
        select.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
      if (!canvas || canvas.measureText(text).width > room + 0.5) faults.push(`cut: ${text}`);
    }
    for (const [index, first] of texts.entries()) {
      for (const other of texts.slice(index + 1)) {
        if (first.element.contains(other.element) || other.element.contains(first.element)) continue;
        const wide = Math.min(first.box.right, other.box.right) - Math.max(first.box.left, other.box.left);
        const high = Math.min(first.box.bottom, other.box.bottom) - Math.max(first.box.top, other.box.top);
        // Line boxes of neighbours may touch, because letters do not fill them.
        if (wide > 2 && high > 6) faults.push(`over one another: ${first.text} / ${other.text}`);
      }
    }
    return faults;
  });

/** Words of which one part stands on another line than the rest. */
export const brokenWords = (within: Locator): Promise<string[]> =>
  within.evaluate((element) => {
    const broken: string[] = [];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const match of (node.textContent ?? '').matchAll(/\S+/g)) {
        const range = document.createRange();
        range.setStart(node, match.index);
        range.setEnd(node, match.index + match[0].length);
        if (range.getClientRects().length > 1) broken.push(match[0]);
      }
    }
    return broken;
  });

/** '#b3261e' as a browser tells it. */
export const rgbOf = (hex: string): string =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.trim().slice(at, at + 2), 16)).join(', ')})`;

/** Texts of elements that take more than one line. */
export const wrappedTexts = (elements: Locator): Promise<string[]> =>
  elements.evaluateAll((all) =>
    all.flatMap((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)));
      return lines.size > 1 ? [element.textContent ?? ''] : [];
    }),
  );

/** Whether nothing lies over the middle of it. */
export const isUncovered = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });

/** Pointer targets smaller than `size` px, as `name width x height`. */
export const smallTargets = (targets: Locator, size: number): Promise<string[]> =>
  targets.evaluateAll(
    (elements, least) =>
      elements
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .map((element) => ({
          name: element.getAttribute('aria-label') ?? element.textContent ?? '',
          // A checkbox or radio is clicked through its label.
          box: (element.closest('label') ?? element).getBoundingClientRect(),
        }))
        // The skip link is outside of the page until it has the focus.
        .filter(({ box }) => box.bottom > 0 && box.width > 1)
        .filter(({ box }) => box.width < least - 0.01 || box.height < least - 0.01)
        .map(({ name, box }) => `${name.trim()} ${box.width} x ${box.height}`),
    size,
  );

/** Texts whose contrast with their background is below `wanted`, and the number of texts checked. */
export const lowContrastTexts = (page: Page, wanted = 4.5): Promise<{ seen: number; weak: string[] }> =>
  page.evaluate((least) => {
    type Rgba = [number, number, number, number];
    const parse = (color: string): Rgba => {
      const [r = 0, g = 0, b = 0, a = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
      return [r, g, b, a];
    };
    const over = (top: Rgba, below: Rgba): Rgba => {
      const mix = (i: 0 | 1 | 2) => top[i] * top[3] + below[i] * (1 - top[3]);
      return [mix(0), mix(1), mix(2), 1];
    };
    const luminance = ([r, g, b]: Rgba): number => {
      const [x = 0, y = 0, z = 0] = [r, g, b].map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * x + 0.7152 * y + 0.0722 * z;
    };
    const contrast = (a: Rgba, b: Rgba): number => {
      const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
      return (light + 0.05) / (dark + 0.05);
    };
    const groundOf = (element: Element): Rgba => {
      const layers: Rgba[] = [];
      for (let at: Element | null = element; at; at = at.parentElement) {
        const color = parse(getComputedStyle(at).backgroundColor);
        if (color[3] > 0) layers.push(color);
        if (color[3] === 1) break;
      }
      return layers.toReversed().reduce((below, top) => over(top, below), [255, 255, 255, 1] as Rgba);
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const weak: string[] = [];
    let seen = 0;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (!element || text === '' || !element.checkVisibility({ visibilityProperty: true })) continue;
      const ratio = contrast(
        over(parse(getComputedStyle(element).color), groundOf(element)),
        groundOf(element),
      );
      seen += 1;
      if (ratio < least) weak.push(`${text}: ${ratio.toFixed(2)}`);
    }
    return { seen, weak };
  }, wanted);

/** Contrast of a part's ground, border and focus ring with what the part stands on. */
export const contrastsOf = (
  part: Locator,
): Promise<{ readonly ground: number; readonly border: number; readonly ring: number }> =>
  part.evaluate((element) => {
    const luminance = (color: string): number => {
      const [x = 0, y = 0, z = 0] = (color.match(/[\d.]+/g) ?? []).slice(0, 3).map((value) => {
        const share = Number(value) / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * x + 0.7152 * y + 0.0722 * z;
    };
    const contrast = (a: string, b: string): number => {
      const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
      return (light + 0.05) / (dark + 0.05);
    };
    const isClear = (color: string) => color === 'transparent' || /^rgba\(.*, 0\)$/.test(color);
    const groundOf = (at: Element | null): string => {
      if (!at) return 'rgb(255, 255, 255)';
      const { backgroundColor } = getComputedStyle(at);
      return isClear(backgroundColor) ? groundOf(at.parentElement) : backgroundColor;
    };
    const around = groundOf(element.parentElement);
    const { backgroundColor, borderTopColor } = getComputedStyle(element);
    const ring = getComputedStyle(document.documentElement).getPropertyValue('--color-focus');
    const probe = document.createElement('span');
    probe.style.color = ring;
    element.append(probe);
    const ringColor = getComputedStyle(probe).color;
    probe.remove();
    return {
      ground: isClear(backgroundColor) ? 1 : contrast(backgroundColor, around),
      border: isClear(borderTopColor) ? 1 : contrast(borderTopColor, around),
      ring: contrast(ringColor, around),
    };
  });

/** The layout shift of the page so far, as the browser counts it. */
export const layoutShift = async (page: Page): Promise<number> => {
  await afterPaint(page);
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const observer = new PerformanceObserver((list) => {
          for (const shift of list.getEntries()) sum += (shift as PerformanceEntry & { value: number }).value;
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        // Buffered entries are handed over before the next frame is painted.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
      }),
  );
};

/** The focused element, its parent or its next sibling has an outline. */
export const expectVisibleFocus = async (page: Page): Promise<void> => {
  const shown = await page.evaluate(() => {
    const isOutlined = (element: Element | null | undefined): boolean => {
      if (!element) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    };
    const active = document.activeElement;
    return isOutlined(active) || isOutlined(active?.parentElement) || isOutlined(active?.nextElementSibling);
  });
  expect(shown).toBe(true);
};
