import { DAY, HOUR } from '#domain/time/time.ts';
import { celsiusToFahrenheit } from '#domain/units.ts';
import { uniformBetween, hashOf, noiseAt, randomOf } from '../base/random.ts';
import { cloudAt } from './clouds.ts';

/** The position of a house, with the offset of its clock from UTC at the moment. */
export interface Site {
  readonly latitude: number;
  readonly longitude: number;
  readonly offsetHours: number;
}

/** Conditions around the devices of a house at one moment. */
export interface Environment {
  /** By the clock on the wall: days since 1970, decimal hour from 0 up to 24. */
  readonly day: number;
  readonly hour: number;
  /** °F. */
  readonly outdoor: number;
  /** W/m² on the ground, clouds included. */
  readonly sun: number;
  /** °F of the cold water that comes in. */
  readonly mains: number;
  /** W that the other devices on the circuits of the house take, or on a battery's share of them. */
  readonly appliances: number;
}

const RADIANS = Math.PI / 180;

/** 1 on the warmest day of the year, -1 on the coldest; the seasons lag the sun by a month. */
const seasonAt = (instant: Date, latitude: number): number => {
  const dayOfYear = (instant.getTime() / DAY) % 365.2425;
  const summer = Math.cos((2 * Math.PI * (dayOfYear - 201)) / 365.2425);
  return latitude < 0 ? -summer : summer;
};

/** °C, by the distance from the equator: near the yearly means of Boulder, Toronto and Newcastle. */
const yearlyMean = (latitude: number): number => 27 - 0.0095 * latitude ** 2;
const yearlySwing = (latitude: number): number => 2 + 0.2 * Math.abs(latitude);

/** 12 when the sun stands highest. */
const solarHour = (instant: Date, longitude: number): number =>
  ((instant.getTime() % DAY) / HOUR + longitude / 15 + 24) % 24;

/** The seed of all weather of a region. */
export const weatherHash = (seed: string): number => hashOf(`weather ${seed}`);

/** °F: a yearly and a daily curve, with noise of some degrees from day to day. */
export const outdoorTemperature = (instant: Date, site: Site, seed: string): number =>
  outdoorAt(instant, site, weatherHash(seed));

export const outdoorAt = (instant: Date, { latitude, longitude }: Site, weather: number): number => {
  const season = yearlyMean(latitude) + yearlySwing(latitude) * seasonAt(instant, latitude);
  const daily = 6 * Math.cos((2 * Math.PI * (solarHour(instant, longitude) - 15)) / 24);
  const noise = 10 * (noiseAt(weather, instant.getTime() / DAY) - 0.5);
  return celsiusToFahrenheit(season + daily + noise);
};

/** W/m² on the ground: Haurwitz' clear sky, dimmed by Kasten and Czeplak's cloud factor. */
export const sunlight = (instant: Date, site: Site, seed: string): number =>
  sunAt(instant, site, weatherHash(seed));

/** Sine of the height of the sun; below zero at night. */
export const sunHeight = (instant: Date, { latitude, longitude }: Site): number => {
  const dayOfYear = (instant.getTime() / DAY) % 365.2425;
  const declination = -23.44 * Math.cos((2 * Math.PI * (dayOfYear + 10)) / 365.2425) * RADIANS;
  const hourAngle = (solarHour(instant, longitude) - 12) * 15 * RADIANS;
  const phi = latitude * RADIANS;
  return Math.sin(phi) * Math.sin(declination) + Math.cos(phi) * Math.cos(declination) * Math.cos(hourAngle);
};

const sunAt = (instant: Date, site: Site, weather: number): number => {
  const height = sunHeight(instant, site);
  if (height <= 0.01) return 0;
  return 1098 * height * Math.exp(-0.057 / height) * (1 - 0.75 * cloudAt(instant, weather) ** 3.4);
};

/** °F of mains water: the ground around the pipes follows the season a month late and with half the swing. */
const mainsAt = (instant: Date, { latitude }: Site): number => {
  const late = new Date(instant.getTime() - 30 * DAY);
  const celsius = yearlyMean(latitude) + 2 + 0.5 * yearlySwing(latitude) * seasonAt(late, latitude);
  return celsiusToFahrenheit(Math.max(celsius, 3));
};

/** Hashes the seed once, because a fleet calls the returned function for every simulated minute. */
export const environmentOf = (
  seed: string,
): ((instant: Date, site: Site, appliances?: number) => Environment) => {
  const weather = weatherHash(seed);
  return (instant, site, appliances = 0) => {
    const local = instant.getTime() + site.offsetHours * HOUR;
    const day = Math.floor(local / DAY);
    return {
      day,
      hour: (local - day * DAY) / HOUR,
      outdoor: outdoorAt(instant, site, weather),
      sun: sunAt(instant, site, weather),
      mains: mainsAt(instant, site),
      appliances,
    };
  };
};

/** Warm water taken at a tap, spread evenly over its hours. */
export interface Draw {
  readonly from: number;
  readonly to: number;
  readonly litres: number;
}

/** How often in a day each kind of use comes, when, how much (litres) and how long (minutes). */
const USES = [
  { times: 1.6, around: 7, spread: 1.5, litres: [30, 65], minutes: [5, 10] },
  { times: 0.8, around: 20.5, spread: 2, litres: [30, 65], minutes: [5, 10] },
  { times: 7, around: 13, spread: 6, litres: [1, 6], minutes: [1, 3] },
  { times: 1, around: 18.5, spread: 1.5, litres: [8, 20], minutes: [4, 9] },
] as const;

/** The draws of a household on one day; the same for the same seed and day. */
export const drawsOf = (day: number, seed: string): readonly Draw[] => {
  const random = randomOf(`draws ${seed} ${day}`);
  return USES.flatMap(({ times, around, spread, litres, minutes }) =>
    Array.from({ length: Math.floor(times + random()) }, () => {
      // The sum of two random numbers: near the usual hour more often than far from it.
      const from = Math.min(Math.max(around + spread * (random() + random() - 1), 0), 23.7);
      const to = from + uniformBetween(random, minutes[0], minutes[1]) / 60;
      return { from, to, litres: uniformBetween(random, litres[0], litres[1]) };
    }),
  );
};

/** Litres drawn between two hours of the day; exact for any length of steps. */
export const litresBetween = (draws: readonly Draw[], from: number, to: number): number => {
  let litres = 0;
  for (const draw of draws) {
    const shared = Math.min(to, draw.to) - Math.max(from, draw.from);
    if (shared > 0) litres += (draw.litres * shared) / (draw.to - draw.from);
  }
  return litres;
};

const peakAround = (hour: number, around: number, width: number): number =>
  Math.exp(-(((hour - around) / width) ** 2));

/** W that a household uses: peaks in the morning, at noon and in the evening, plus the devices that have a model. */
export const houseLoad = ({ day, hour, appliances }: Environment, seed: number): number => {
  const usageFactor = 0.7 + 0.6 * noiseAt(seed, 0);
  const usual =
    350 +
    900 * peakAround(hour, 7.5, 1.5) +
    1_700 * peakAround(hour, 19, 2.5) +
    250 * peakAround(hour, 13, 2);
  const fiveMinutes = day * 288 + hour * 12;
  return appliances + usageFactor * usual * (0.7 + 0.6 * noiseAt(seed + 1, fiveMinutes));
};
