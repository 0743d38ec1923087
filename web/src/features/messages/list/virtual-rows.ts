import type { RowHeights } from './row-heights.ts';
import { covers, placeAt, rowTops, rowsInView, sectionsOf, viewTopAt } from './row-window.ts';
import type { Place, RowRange, RowTops, Section, View } from './row-window.ts';

/** px above and below the view in which rows are drawn as well. */
const MARGIN = 600;

/** Where a list was left. */
export interface ListPosition {
  place: Place | null;
  /** Of the part that scrolls: the list itself or, on phones, the page. */
  scrollTop: number;
}

/** As in the document now. */
interface Shown {
  readonly ids: readonly string[];
  readonly tops: RowTops;
  readonly range: RowRange;
  readonly scroller: Element;
  wasAtEnd: boolean;
}

const scrollerOf = (list: Element): Element =>
  getComputedStyle(list).overflowY === 'auto' ? list : document.documentElement;

const viewOf = (list: Element): View =>
  scrollerOf(list) === list
    ? { top: list.scrollTop, height: list.clientHeight }
    : { top: -list.getBoundingClientRect().top, height: window.innerHeight };

const isAtEnd = ({ scrollTop, clientHeight, scrollHeight }: Element): boolean =>
  scrollTop + clientHeight >= scrollHeight - 1;

const rowsIn = (list: Element): readonly HTMLElement[] => [
  ...list.querySelectorAll<HTMLElement>(':scope > [data-row]'),
];

const idOf = (row: HTMLElement): string => row.dataset['row'] ?? '';

/** What gets the focus in a row. */
export const linkOf = (list: Element | null, id: string | undefined): HTMLElement | null =>
  id === undefined
    ? null
    : (list?.querySelector<HTMLElement>(`:scope > [data-row="${CSS.escape(id)}"] a`) ?? null);

/** The row with the focus and its neighbours, so that Tab leads from one to the next. */
const nearFocus = (list: Element | null, ids: readonly string[]): readonly RowRange[] => {
  const row = list?.contains(document.activeElement)
    ? document.activeElement?.closest<HTMLElement>('[data-row]')
    : null;
  const index = row ? ids.indexOf(idOf(row)) : -1;
  return index < 0 ? [] : [{ from: Math.max(0, index - 1), to: index + 2 }];
};

/**
 * Which rows of a list are drawn as it is scrolled. Children of the list with `data-row` are measured; what is in sight stays
 * where it is when rows above it turn out to be higher than assumed, are added or removed.
 */
export class VirtualRows {
  readonly #heights: RowHeights;
  /** Read at first and kept up to date. */
  readonly #position: ListPosition;
  readonly #listeners = new Set<() => void>();
  #view: View = { top: 0, height: window.innerHeight };
  #shown: Shown | null = null;
  /** The list was scrolled to its position at the present width. */
  #isPlaced = false;
  /** The row that had the focus last, while the focus has gone nowhere else. */
  #focused: string | null = null;
  /** The row that gets the focus next. */
  #next: RowRange = { from: 0, to: 0 };

  constructor(heights: RowHeights, position: ListPosition) {
    this.#heights = heights;
    this.#position = position;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Another object whenever other rows are to be drawn. */
  view = (): View => this.#view;

  #draw(view: View): void {
    this.#view = view;
    for (const listener of this.#listeners) listener();
  }

  sections(
    list: Element | null,
    ids: readonly string[],
  ): { readonly range: RowRange; readonly sections: readonly Section[] } {
    const tops = rowTops(ids, this.#heights.of);
    const { place } = this.#position;
    const top = place ? viewTopAt(tops, ids, place) : this.#view.top;
    const range = rowsInView(tops, { top, height: this.#view.height }, MARGIN);
    return { range, sections: sectionsOf(tops, [range, this.#next, ...nearFocus(list, ids)]) };
  }

  drawNext(index: number): void {
    this.#next = { from: index, to: index + 1 };
    this.#draw({ ...this.#view });
  }

  /** Takes the heights of the drawn rows, and scrolls by as much as they have moved what is in sight. */
  settle(list: HTMLElement, ids: readonly string[], range: RowRange): void {
    const rows = rowsIn(list).map((row) => [idOf(row), row.getBoundingClientRect().height] as const);
    if (this.#heights.measure(list.clientWidth, rows)) {
      // The gaps are drawn anew before anything is scrolled.
      this.#isPlaced = false;
      this.#draw(viewOf(list));
      return;
    }
    const before = this.#shown;
    const tops = rowTops(ids, this.#heights.of);
    const scroller = scrollerOf(list);
    if (before?.scroller === scroller && this.#isPlaced) this.#keepPlace(before, tops, ids);
    else this.#restorePlace(list, scroller, tops, ids);
    this.#shown = { ids, tops, range, scroller, wasAtEnd: before?.wasAtEnd ?? false };
    if (before) this.#keepFocus(list, before, ids);
    const view = viewOf(list);
    if (covers(range, rowsInView(tops, view, 0))) return;
    this.#position.place = placeAt(tops, ids, view.top);
    this.#draw(view);
  }

  #restorePlace(list: Element, scroller: Element, tops: RowTops, ids: readonly string[]): void {
    const { place, scrollTop } = this.#position;
    this.#isPlaced = true;
    if (place) scroller.scrollTop += viewTopAt(tops, ids, place) - viewOf(list).top;
    else if (scroller !== list && scrollTop > 0) scroller.scrollTop = scrollTop;
  }

  #keepPlace(before: Shown, tops: RowTops, ids: readonly string[]): void {
    const { place, scrollTop } = this.#position;
    if (!place) return;
    const { scroller } = before;
    const moved = viewTopAt(tops, ids, place) - viewTopAt(before.tops, before.ids, place);
    // Where the list has become shorter than it was scrolled, the browser has scrolled it already.
    const from = isAtEnd(scroller) ? Math.max(scrollTop, scroller.scrollTop) : scroller.scrollTop;
    if (before.wasAtEnd && tops.at(-1) !== before.tops.at(-1)) scroller.scrollTop = scroller.scrollHeight;
    else if (Math.abs(moved) >= 0.5) scroller.scrollTop = from + moved;
  }

  /** Where the row that had the focus is gone, the one in its place gets it. */
  #keepFocus(list: Element, before: Shown, ids: readonly string[]): void {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (!isLost || this.#focused === null || ids.includes(this.#focused)) return;
    const index = Math.min(before.ids.indexOf(this.#focused), ids.length - 1);
    this.#focused = null;
    linkOf(list, ids[index])?.focus({ preventScroll: true });
  }

  #follow(list: Element): void {
    if (!this.#shown) return;
    const { ids, tops, range } = this.#shown;
    const view = viewOf(list);
    const scroller = scrollerOf(list);
    this.#position.scrollTop = scroller.scrollTop;
    this.#position.place = placeAt(tops, ids, view.top);
    this.#shown.wasAtEnd = isAtEnd(scroller);
    if (!covers(range, rowsInView(tops, view, MARGIN / 2))) this.#draw(view);
  }

  /** Follows the scrolling, the size and the focus of the list until the returned function is called. */
  observe(list: HTMLElement): () => void {
    const follow = () => this.#follow(list);
    const noteFocus = ({ target }: FocusEvent) => {
      const row = target instanceof Element && list.contains(target) ? target.closest('[data-row]') : null;
      this.#focused = row instanceof HTMLElement ? idOf(row) : null;
    };
    const observer = new ResizeObserver(() => {
      if (this.#shown) this.settle(list, this.#shown.ids, this.#shown.range);
    });
    observer.observe(list);
    // Caught on its way down: the list's own scrolling and that of the page.
    window.addEventListener('scroll', follow, { capture: true, passive: true });
    window.addEventListener('resize', follow);
    document.addEventListener('focusin', noteFocus);
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', follow, { capture: true });
      window.removeEventListener('resize', follow);
      document.removeEventListener('focusin', noteFocus);
    };
  }
}
