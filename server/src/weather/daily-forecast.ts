import type { Forecast, ForecastDay, ForecastStep } from '#contract/entities/weather.ts';
import { wallTime } from '#domain/time/time.ts';

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

const valuesOf = (steps: readonly ForecastStep[], of: (step: ForecastStep) => number | null): number[] =>
  steps.flatMap((step) => of(step) ?? []);

const max = (values: readonly number[]): number | null => (values.length === 0 ? null : Math.max(...values));
const sum = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((all, value) => all + value, 0);

const dayOf = (steps: readonly ForecastStep[], zone: string): ForecastDay | null => {
  const hourOf = ({ dt }: ForecastStep) => wallTime(new Date(dt * 1000), zone).hour;
  const nearest = (hour: number) =>
    steps.toSorted((a, b) => Math.abs(hourOf(a) - hour) - Math.abs(hourOf(b) - hour))[0];
  const noon = nearest(13);
  if (!noon) return null;
  const temperatures = steps.map(({ main }) => main.temp);
  return {
    dt: noon.dt,
    sunrise: null,
    sunset: null,
    temp: {
      day: noon.main.temp,
      min: Math.min(...temperatures, ...valuesOf(steps, ({ main }) => main.temp_min)),
      max: Math.max(...temperatures, ...valuesOf(steps, ({ main }) => main.temp_max)),
      night: nearest(1)?.main.temp ?? null,
      eve: nearest(18)?.main.temp ?? null,
      morn: nearest(7)?.main.temp ?? null,
    },
    pressure: mean(valuesOf(steps, ({ main }) => main.pressure)),
    humidity: mean(valuesOf(steps, ({ main }) => main.humidity)),
    weather: noon.weather,
    speed: max(valuesOf(steps, ({ wind }) => wind.speed)),
    deg: noon.wind.deg,
    gust: max(valuesOf(steps, ({ wind }) => wind.gust)),
    clouds: mean(valuesOf(steps, ({ clouds }) => clouds.all)),
    pop: max(valuesOf(steps, ({ pop }) => pop)),
    rain: sum(valuesOf(steps, ({ rain }) => rain['3h'])),
    snow: sum(valuesOf(steps, ({ snow }) => snow['3h'])),
  };
};

/** Daily forecast from three-hour steps, by days of the house: for keys whose plan lacks the daily forecast. */
export const dailyForecast = ({ list }: Forecast, zone: string): ForecastDay[] => {
  const dateOf = ({ dt }: ForecastStep): string => {
    const { year, month, day } = wallTime(new Date(dt * 1000), zone);
    return `${year}-${month}-${day}`;
  };
  return [...Map.groupBy(list, dateOf).values()].flatMap((steps) => dayOf(steps, zone) ?? []);
};
