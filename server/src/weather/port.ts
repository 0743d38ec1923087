import type { Language } from '#contract/entities/account.ts';
import type {
  CurrentWeather,
  DailyForecast,
  Forecast,
  WeatherUnits,
  ZipPlace,
} from '#contract/entities/weather.ts';

export interface WeatherPlace {
  readonly latitude: number;
  readonly longitude: number;
  /** IANA: days of a forecast are those of the house. */
  readonly timezone: string;
}

export interface WeatherQuery {
  readonly units: WeatherUnits;
  readonly lang: Language;
  /** How many steps or days; null: as many as there are. */
  readonly cnt: number | null;
}

/** Where weather comes from. What it cannot tell it rejects with `weather_unavailable`. */
export interface WeatherSource {
  readonly current: (place: WeatherPlace, asked: WeatherQuery) => Promise<CurrentWeather>;
  readonly forecast: (place: WeatherPlace, asked: WeatherQuery) => Promise<Forecast>;
  readonly daily: (place: WeatherPlace, asked: WeatherQuery) => Promise<DailyForecast>;
  /** null: nobody knows such a code. */
  readonly zip: (zip: string, country: string) => Promise<ZipPlace | null>;
}
