import { hasWeather } from '#domain/weather/weather-place.ts';
import { whenIdle } from '#web/lib/browser/timers.ts';
import { lazyPart } from '#web/ui/container/LazyPart.tsx';
import { WaitingRows } from './WaitingRows.tsx';

export const weatherWidget = {
  id: 'weather',
  area: 'side-top',
  shown: hasWeather,
  Component: lazyPart(async () => (await import('./Weather.tsx')).Weather, WaitingRows, whenIdle),
} as const;
