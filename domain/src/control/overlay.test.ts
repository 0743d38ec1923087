import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NO_OVERLAYS, overlaysAfter, priorityOf, shownOverlay } from './overlay.ts';
import type { OverlaySignal } from './overlay.ts';

const after = (...signals: OverlaySignal[]) => shownOverlay(signals.reduce(overlaysAfter, NO_OVERLAYS));

describe('overlays', () => {
  test('[OVR-1] priorities', () => {
    expect([priorityOf('event'), priorityOf('unreachable'), priorityOf('render')]).toEqual([50, 100, 200]);
  });

  test.each([
    ['nothing happened', [], null],
    ['an event', ['event-active'], 'event'],
    ['no answer', ['refresh-failed'], 'unreachable'],
    ['no rendering', ['render-failed'], 'render'],
    ['higher replaces lower', ['event-active', 'refresh-failed'], 'unreachable'],
    ['lower does not replace higher', ['refresh-failed', 'event-active'], 'unreachable'],
    ['rendering is above all', ['render-failed', 'event-active', 'refresh-failed'], 'render'],
    ['the same again', ['refresh-failed', 'refresh-failed'], 'unreachable'],
    ['a good refresh clears', ['refresh-failed', 'refreshed'], null],
    ['a good refresh gives the event back', ['event-active', 'refresh-failed', 'refreshed'], 'event'],
    ['a good refresh clears nothing else', ['render-failed', 'event-active', 'refreshed'], 'render'],
    ['the event ends', ['event-active', 'event-over'], null],
    ['the device is opted out', ['event-active', 'opted-out'], null],
    ['the event ends below another', ['event-active', 'refresh-failed', 'event-over', 'refreshed'], null],
    ['it renders again', ['render-failed', 'rendered'], null],
    ['it renders again in an event', ['event-active', 'render-failed', 'rendered'], 'event'],
  ] as const)('[OVR-1] %s', (_case, signals, shown) => {
    expect(after(...signals)).toBe(shown);
  });

  test('[OVR-1] whatever happened, the highest of those raised last and not cleared shows', () => {
    const signals = [
      'event-active',
      'event-over',
      'opted-out',
      'refresh-failed',
      'refreshed',
      'render-failed',
      'rendered',
    ] as const;
    const lastOf = (list: readonly OverlaySignal[], ...ends: OverlaySignal[]) =>
      list.findLast((signal) => ends.includes(signal));
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...signals)), (list) => {
        const expected =
          lastOf(list, 'render-failed', 'rendered') === 'render-failed'
            ? 'render'
            : lastOf(list, 'refresh-failed', 'refreshed') === 'refresh-failed'
              ? 'unreachable'
              : lastOf(list, 'event-active', 'event-over', 'opted-out') === 'event-active'
                ? 'event'
                : null;
        expect(after(...list)).toBe(expected);
      }),
    );
  });
});
