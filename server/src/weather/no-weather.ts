import { AppError } from '../lib/app-error.ts';
import type { WeatherSource } from './port.ts';

const refuse = async (): Promise<never> => {
  throw new AppError('weather_unavailable');
};

/** Where there is no source. */
export const noWeather: WeatherSource = { current: refuse, forecast: refuse, daily: refuse, zip: refuse };
