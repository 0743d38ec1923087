import { useState } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import type { PlotLayout } from './layout.ts';

const PAGE = 12;

const nearest = (stops: readonly number[], time: number): number => {
  let [low, high] = [0, stops.length - 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((stops[middle] ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  const before = low - 1;
  return before >= 0 && time - (stops[before] ?? 0) < (stops[low] ?? 0) - time ? before : low;
};

/** The time under the cursor, moved by pointer or keys; null: no cursor. */
export const useCursor = (stops: readonly number[], layout: PlotLayout) => {
  const [time, setTime] = useState<number | null>(null);
  const [byKeys, setByKeys] = useState(false);
  const last = stops.length - 1;

  const goTo = (index: number) => {
    setByKeys(true);
    setTime(stops[Math.min(last, Math.max(0, index))] ?? null);
  };
  const leave = () => {
    setTime(null);
    setByKeys(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = time === null ? null : nearest(stops, time);
    const moves: Record<string, () => void> = {
      ArrowRight: () => goTo(at === null ? 0 : at + 1),
      ArrowLeft: () => goTo(at === null ? last : at - 1),
      PageUp: () => goTo((at ?? 0) + PAGE),
      PageDown: () => goTo((at ?? last) - PAGE),
      Home: () => goTo(0),
      End: () => goTo(last),
      Escape: leave,
    };
    const move = moves[event.key];
    if (!move || stops.length === 0 || (event.key === 'Escape' && time === null)) return;
    event.preventDefault();
    move();
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    if (stops.length === 0 || x < layout.left - 8 || x > layout.right + 8) return;
    setByKeys(false);
    setTime(stops[nearest(stops, layout.timeAt(x))] ?? null);
  };
  return {
    time,
    byKeys,
    handlers: {
      onKeyDown,
      onPointerMove,
      onPointerDown: onPointerMove,
      onPointerLeave: () => {
        if (!byKeys) leave();
      },
      onBlur: leave,
    },
  };
};
