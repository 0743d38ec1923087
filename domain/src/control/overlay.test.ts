import { describe, expect, test } from 'vitest';
import { shownOverlay } from './overlay.ts';

describe('overlays', () => {
  test.each([
    ['nothing holds', {}, null],
    ['an active event', { event: true }, 'event'],
    ['a failed refresh', { unreachable: true }, 'unreachable'],
    ['a failed rendering', { render: true }, 'render'],
    ['unreachable covers an event', { event: true, unreachable: true }, 'unreachable'],
    ['the order in which they came up does not matter', { unreachable: true, event: true }, 'unreachable'],
    ['a failed rendering covers both', { event: true, unreachable: true, render: true }, 'render'],
    ['a failed rendering covers an event', { render: true, event: true }, 'render'],
    ['a good refresh clears unreachable', { unreachable: false }, null],
    ['a good refresh gives the event back', { event: true, unreachable: false }, 'event'],
    ['a rendering that works again gives the next back', { unreachable: true, render: false }, 'unreachable'],
  ] as const)('[OVR-1] %s', (_case, conditions, shown) => {
    expect(shownOverlay(conditions)).toBe(shown);
  });
});
