import { DAY, HOUR } from '#domain/time/time.ts';
import { noiseAt } from '../base/random.ts';

/** Share of the sky that is covered: noise from day to day times noise from hour to hour. */
export const cloudAt = (instant: Date, weather: number): number => {
  const dailyCover = noiseAt(weather + 1, instant.getTime() / DAY);
  return Math.min(1.6 * dailyCover * noiseAt(weather + 2, instant.getTime() / HOUR), 1);
};
