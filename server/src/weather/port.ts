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
  /** How many steps or days; null: all. */
  readonly cnt: number | null;
}

/** A source of weather. It rejects with `weather_unavailable` what it cannot answer. */
export interface WeatherSource {
  readonly current: (place: WeatherPlace, query: WeatherQuery) => Promise<CurrentWeather>;
  readonly forecast: (place: WeatherPlace, query: WeatherQuery) => Promise<Forecast>;
  readonly daily: (place: WeatherPlace, query: WeatherQuery) => Promise<DailyForecast>;
  /** null: the code is unknown. */
  readonly zip: (zip: string, country: string) => Promise<ZipPlace | null>;
}
