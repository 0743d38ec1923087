import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteDialog } from './open-dialogs.ts';
import { dismiss, shownToasts, toast } from './toasts.ts';

const dialog = {};
const titles = () => shownToasts().map(({ title }) => title);

const tab = { hidden: false };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', tab);
});
afterEach(() => {
  tab.hidden = false;
  noteDialog(dialog, false);
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a toast has its time from the moment on that no dialog covers it', () => {
  noteDialog(dialog, true);
  toast('ok', 'Saved');
  vi.advanceTimersByTime(5_900);
  noteDialog(dialog, false);
  vi.advanceTimersByTime(5_999);
  expect(titles()).toEqual(['Saved']);
  vi.advanceTimersByTime(1);
  expect(titles()).toEqual([]);
});

test('one that was covered when its time was up has it again', () => {
  toast('ok', 'Saved');
  vi.advanceTimersByTime(5_000);
  noteDialog(dialog, true);
  vi.advanceTimersByTime(60_000);
  noteDialog(dialog, false);
  vi.advanceTimersByTime(5_999);
  expect(titles()).toEqual(['Saved']);
  vi.advanceTimersByTime(1);
  expect(titles()).toEqual([]);
});

test('three are shown at once; the others wait for a place, and have their time from then on', () => {
  for (const title of ['a', 'b', 'c', 'd', 'e']) toast('info', title);
  expect(titles()).toEqual(['a', 'b', 'c']);
  vi.advanceTimersByTime(3_000);
  dismiss(shownToasts()[0]?.id ?? 0);
  expect(titles()).toEqual(['b', 'c', 'd']);
  vi.advanceTimersByTime(3_000);
  expect(titles()).toEqual(['d', 'e']);
  vi.advanceTimersByTime(3_000);
  expect(titles()).toEqual(['e']);
  vi.advanceTimersByTime(3_000);
  expect(titles()).toEqual([]);
});

test('[TOAST-1] one counts as told when it can first be seen: a dialog covers it no more, and its tab is shown', () => {
  const told: string[] = [];
  noteDialog(dialog, true);
  toast('event', 'an event', null, { onShown: () => told.push('an event') });
  vi.advanceTimersByTime(60_000);
  tab.hidden = true;
  noteDialog(dialog, false);
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([]);
  tab.hidden = false;
  // The next one has it looked at again, as does the tab that is shown.
  toast('info', 'another');
  expect(told).toEqual(['an event']);
});
