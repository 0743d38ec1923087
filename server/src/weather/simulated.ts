import type { Condition, ForecastDay, ForecastStep } from '#contract/entities/weather.ts';
import type { Language } from '#contract/entities/account.ts';
import { DAY, HOUR, MINUTE, SECOND, offsetAt, startOfDay, wallTime } from '#domain/time/time.ts';
import { celsiusToFahrenheit } from '#domain/units.ts';
import { climateOf } from '#simulator/environment/climate.ts';
import type { Climate } from '#simulator/environment/climate.ts';
import { sunHeight } from '#simulator/environment/environment.ts';
import { regionOf, siteOf } from '#simulator/environment/place.ts';
import { areaOf } from '#simulator/environment/postcodes.ts';
import type { Clock } from '../lib/clock/clock.ts';
import { translatorFor } from '../lib/text/i18n.ts';
import { SIMULATION_SEED } from '#simulator/seed.ts';
import { areaAt } from '../stores/weather/weather-hours.ts';
import type { WeatherHour } from '../stores/weather/weather-hours.ts';
import type { WeatherQuery, WeatherPlace, WeatherSource } from './port.ts';

const STEPS = 40;
const STEP = 3 * HOUR;
const DAYS = 7;
const MPH = 2.236_936;

interface ConditionCode {
  readonly id: number;
  readonly main: string;
  readonly icon: string;
}

/** OpenWeather's conditions, the first that fits. */
const CONDITION_CODES: readonly (readonly [fits: (climate: Climate) => boolean, kind: ConditionCode])[] = [
  [
    (c) => c.precipitation > 0.1 && c.temperature < 1 && c.precipitation < 1,
    { id: 600, main: 'Snow', icon: '13' },
  ],
  [(c) => c.precipitation > 0.1 && c.temperature < 1, { id: 601, main: 'Snow', icon: '13' }],
  [(c) => c.precipitation > 6 && c.temperature > 18, { id: 200, main: 'Thunderstorm', icon: '11' }],
  [(c) => c.precipitation > 4, { id: 502, main: 'Rain', icon: '10' }],
  [(c) => c.precipitation > 1, { id: 501, main: 'Rain', icon: '10' }],
  [(c) => c.precipitation > 0.1, { id: 500, main: 'Rain', icon: '10' }],
  [(c) => c.humidity > 0.95, { id: 741, main: 'Fog', icon: '50' }],
  [(c) => c.clouds > 0.84, { id: 804, main: 'Clouds', icon: '04' }],
  [(c) => c.clouds > 0.5, { id: 803, main: 'Clouds', icon: '04' }],
  [(c) => c.clouds > 0.25, { id: 802, main: 'Clouds', icon: '03' }],
  [(c) => c.clouds > 0.11, { id: 801, main: 'Clouds', icon: '02' }],
];
const CLEAR: ConditionCode = { id: 800, main: 'Clear', icon: '01' };

const kindOf = (climate: Climate) => {
  const { id, main, icon } = CONDITION_CODES.find(([fits]) => fits(climate))?.[1] ?? CLEAR;
  return { id, main, icon: `${icon}${climate.isDay ? 'd' : 'n'}` };
};

const conditionOf = (climate: Climate, lang: Language): Condition => {
  const { id, main, icon } = kindOf(climate);
  return { id, main, description: translatorFor(lang)(`weather.condition.${id}`), icon };
};

const hundredths = (value: number): number => Math.round(value * 100) / 100;
const seconds = (time: number): number => Math.round(time / SECOND);

const climateOver = (place: WeatherPlace) => {
  const climateIn = climateOf(`${SIMULATION_SEED} ${regionOf(place)}`);
  const siteAt = siteOf(place);
  return (time: number): Climate => climateIn(new Date(time), siteAt(new Date(time)));
};

/** The weather that each hour of UTC from `from` on and before `to` had at its begin. */
export const simulatedHours = (place: WeatherPlace, from: number, to: number): WeatherHour[] => {
  const climateAt = climateOver(place);
  const area = areaAt(place.latitude, place.longitude);
  const hours: WeatherHour[] = [];
  for (let time = Math.ceil(from / HOUR) * HOUR; time < to; time += HOUR) {
    const climate = climateAt(time);
    const { id, icon } = kindOf(climate);
    const temperature = hundredths(celsiusToFahrenheit(climate.temperature));
    hours.push({ ...area, hour: new Date(time), temperature, condition: id, icon, source: 'simulated' });
  }
  return hours;
};

/** Weather from the climate model that the simulated houses use. */
export const simulatedWeather = (clock: Clock): WeatherSource => {
  const inUnits = ({ units }: WeatherQuery) => ({
    degrees: (celsius: number) => hundredths(units === 'imperial' ? celsiusToFahrenheit(celsius) : celsius),
    speed: (metres: number) => hundredths(units === 'imperial' ? metres * MPH : metres),
  });

  /** Sunrise and sunset of the house's day that contains `time`. */
  const sunTimes = (place: WeatherPlace, time: number) => {
    const { year, month, day } = wallTime(new Date(time), place.timezone);
    const start = startOfDay(year, month, day, place.timezone).getTime();
    const siteAt = siteOf(place);
    const isUp = (at: number) => sunHeight(new Date(at), siteAt(new Date(at))) > 0;
    const minutes = Array.from({ length: DAY / (5 * MINUTE) }, (_, index) => start + index * 5 * MINUTE);
    const turn = (up: boolean) => minutes.find((at) => isUp(at) === up && isUp(at - 5 * MINUTE) !== up);
    const [sunrise, sunset] = [turn(true), turn(false)];
    return { sunrise: sunrise ? seconds(sunrise) : null, sunset: sunset ? seconds(sunset) : null };
  };

  const mainOf = ({ temperature, humidity, pressure }: Climate, query: WeatherQuery) => {
    const { degrees } = inUnits(query);
    return {
      temp: degrees(temperature),
      feels_like: degrees(temperature),
      temp_min: degrees(temperature),
      temp_max: degrees(temperature),
      pressure: Math.round(pressure),
      humidity: Math.round(100 * humidity),
    };
  };
  const windOf = ({ wind, windFrom }: Climate, query: WeatherQuery) => {
    const { speed } = inUnits(query);
    return { speed: speed(wind), deg: Math.round(windFrom), gust: speed(1.6 * wind) };
  };
  const fallOf = ({ precipitation, temperature }: Climate, hours: number) => {
    const amount = precipitation > 0.1 ? hundredths(precipitation * hours) : null;
    return temperature < 1 ? { rain: null, snow: amount } : { rain: amount, snow: null };
  };
  const cityAt = (place: WeatherPlace, now: number) => ({
    name: null,
    coord: { lat: place.latitude, lon: place.longitude },
    country: null,
    timezone: offsetAt(now, place.timezone) / SECOND,
    ...sunTimes(place, now),
  });

  const stepAt = (time: number, climate: Climate, query: WeatherQuery): ForecastStep => {
    const { rain, snow } = fallOf(climate, 3);
    return {
      dt: seconds(time),
      main: mainOf(climate, query),
      weather: [conditionOf(climate, query.lang)],
      clouds: { all: Math.round(100 * climate.clouds) },
      wind: windOf(climate, query),
      visibility: 10_000,
      pop: hundredths(climate.probability),
      rain: { '3h': rain },
      snow: { '3h': snow },
      dt_txt: new Date(time).toISOString().slice(0, 19).replace('T', ' '),
    };
  };

  const dayFrom = (place: WeatherPlace, start: number, end: number, query: WeatherQuery): ForecastDay => {
    const climateAt = climateOver(place);
    const { degrees, speed } = inUnits(query);
    const times = Array.from({ length: Math.floor((end - start) / HOUR) }, (_, hour) => start + hour * HOUR);
    const hours = times.map(climateAt);
    const at = (hour: number) => degrees(climateAt(start + hour * HOUR).temperature);
    const max = (of: (climate: Climate) => number) => Math.max(...hours.map(of));
    const mean = (of: (climate: Climate) => number) =>
      hours.reduce((sum, climate) => sum + of(climate), 0) / hours.length;
    // A day is represented by its wettest hour, or by noon if it is dry.
    const wettest = hours.toSorted((a, b) => b.precipitation - a.precipitation)[0];
    const representative = wettest && wettest.precipitation > 0.5 ? wettest : climateAt(start + 12 * HOUR);
    const [rain, snow] = [false, true].map((cold) =>
      hundredths(
        hours.reduce(
          (sum, { precipitation, temperature }) => sum + (temperature < 1 === cold ? precipitation : 0),
          0,
        ),
      ),
    );
    return {
      dt: seconds(start + 12 * HOUR),
      ...sunTimes(place, start),
      temp: {
        day: at(12),
        min: degrees(Math.min(...hours.map(({ temperature }) => temperature))),
        max: degrees(max(({ temperature }) => temperature)),
        night: at(1),
        eve: at(18),
        morn: at(7),
      },
      pressure: Math.round(mean(({ pressure }) => pressure)),
      humidity: Math.round(100 * mean(({ humidity }) => humidity)),
      weather: [conditionOf({ ...representative, isDay: true }, query.lang)],
      speed: speed(max(({ wind }) => wind)),
      deg: Math.round(representative.windFrom),
      gust: speed(1.6 * max(({ wind }) => wind)),
      clouds: Math.round(100 * mean(({ clouds }) => clouds)),
      pop: hundredths(max(({ probability }) => probability)),
      rain: rain ?? null,
      snow: snow ?? null,
    };
  };

  return {
    current: async (place, query) => {
      const now = clock.now().getTime();
      const climate = climateOver(place)(now);
      const { rain, snow } = fallOf(climate, 1);
      const { name, coord, country, timezone, sunrise, sunset } = cityAt(place, now);
      return {
        source: 'simulated',
        units: query.units,
        coord,
        weather: [conditionOf(climate, query.lang)],
        main: mainOf(climate, query),
        visibility: 10_000,
        wind: windOf(climate, query),
        rain: { '1h': rain },
        snow: { '1h': snow },
        clouds: { all: Math.round(100 * climate.clouds) },
        dt: seconds(now),
        sys: { country, sunrise, sunset },
        timezone,
        name,
        cod: 200,
      };
    },

    forecast: async (place, query) => {
      const now = clock.now().getTime();
      const first = Math.ceil(now / STEP) * STEP;
      const climateAt = climateOver(place);
      const count = Math.min(query.cnt ?? STEPS, STEPS);
      const list = Array.from({ length: count }, (_, index) => first + index * STEP).map((time) =>
        stepAt(time, climateAt(time), query),
      );
      return {
        source: 'simulated',
        units: query.units,
        cod: '200',
        cnt: count,
        list,
        city: cityAt(place, now),
      };
    },

    daily: async (place, query) => {
      const now = clock.now();
      const { year, month, day } = wallTime(now, place.timezone);
      const startOf = (ahead: number) => startOfDay(year, month, day + ahead, place.timezone).getTime();
      const count = Math.min(query.cnt ?? DAYS, 16);
      const list = Array.from({ length: count }, (_, ahead) =>
        dayFrom(place, startOf(ahead), startOf(ahead + 1), query),
      );
      const city = cityAt(place, now.getTime());
      return { source: 'simulated', units: query.units, cod: '200', cnt: count, list, city };
    },

    zip: async (zip, country) => {
      const area = areaOf(zip, country);
      if (!area) return null;
      const { latitude: lat, longitude: lon, name } = area;
      return { source: 'simulated', zip, name, lat, lon, country };
    },
  };
};
