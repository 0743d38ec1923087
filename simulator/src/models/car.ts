import type { Environment } from '../environment/environment.ts';
import { uniformBetween, randomOf } from '../base/random.ts';
import { clamp } from '../base/numbers.ts';

interface CarSetup {
  /** Wh. */
  readonly capacity: number;
  /** Share of the capacity. */
  readonly level: number;
  /** Miles on a full battery. */
  readonly fullRange: number;
  readonly isHome: boolean;
  readonly isPluggedIn: boolean;
  /** W that its own charger takes at home. */
  readonly power: number;
  /** W at the start. */
  readonly homePower: number;
  readonly awayPower: number;
  readonly seed: string;
}

export interface Car {
  /** `limit`: W that the charger at home offers. */
  readonly step: (seconds: number, environment: Environment, limit: number) => void;
  readonly now: () => {
    readonly level: number;
    readonly range: number;
    readonly isHome: boolean;
    readonly isPluggedIn: boolean;
    /** W from the wall. */
    readonly homePower: number;
    readonly awayPower: number;
  };
}

const EFFICIENCY = 0.9;
/** Above this share the power falls, to a tenth when full. */
const TAPER_FROM = 0.8;
/** Away from home a car charges from the first share of its capacity up to the second. */
const AWAY_CHARGE = { from: 0.25, to: 0.8, watts: 11_000 } as const;
/** 1970 began on a Thursday. */
const isWeekend = (day: number): boolean => [2, 3].includes(((day % 7) + 7) % 7);

interface Trip {
  /** Hours of its day. */
  readonly leaves: number;
  readonly returns: number;
  readonly miles: number;
  readonly plugsIn: boolean;
}

/** One trip a day at most: to work, or at the weekend sometimes out. */
const tripOf = (day: number, seed: string): Trip | null => {
  const random = randomOf(`trip ${seed} ${day}`);
  const leaves = isWeekend(day) ? uniformBetween(random, 9.5, 13) : uniformBetween(random, 6.8, 8.8);
  const returns =
    leaves + (isWeekend(day) ? uniformBetween(random, 2, 6) : uniformBetween(random, 8.2, 10.5));
  const miles = uniformBetween(random, 12, 55);
  const plugsIn = random() < 0.8;
  return random() < (isWeekend(day) ? 0.6 : 0.9) ? { leaves, returns, miles, plugsIn } : null;
};

const taper = (level: number): number =>
  level <= TAPER_FROM ? 1 : 1 - (0.9 * (level - TAPER_FROM)) / (1 - TAPER_FROM);

/** A car that is away on most days, and at home and mostly plugged in at night. */
export const createCar = ({ capacity, fullRange, power, seed, ...start }: CarSetup): Car => {
  const random = randomOf(`car ${seed}`);
  const full = random() < 0.5 ? 0.9 : 1;
  let { isHome, isPluggedIn, homePower, awayPower } = start;
  let level = clamp(start.level, 0, 1);
  let today: { readonly day: number; readonly trip: Trip | null } | null = null;

  const tripAt = (day: number): Trip | null => {
    if (today?.day !== day) today = { day, trip: tripOf(day, seed) };
    return today.trip;
  };

  const charge = (watts: number, seconds: number, limit: number): number => {
    const room = Math.max(limit - level, 0) * capacity;
    const taken = Math.min(watts * taper(level), (room * 3600) / seconds / EFFICIENCY);
    // Chargers stop below their least power.
    if (taken < 50) return 0;
    level = clamp(level + (taken * EFFICIENCY * seconds) / 3600 / capacity, 0, 1);
    return taken;
  };

  const move = (trip: Trip, from: number, to: number): void => {
    const passes = (moment: number) => from < moment && moment <= to;
    if (passes(trip.leaves)) {
      isHome = false;
      isPluggedIn = false;
    }
    // Also for a car that was away from the start of the simulation.
    if (passes(trip.returns)) {
      isHome = true;
      isPluggedIn = trip.plugsIn || level < 0.5;
    }
  };

  const drive = ({ leaves, returns, miles }: Trip, from: number, to: number): boolean => {
    const eachWay = Math.min((returns - leaves) / 2, miles / 2 / 35);
    const driven = (begin: number, end: number) => Math.max(Math.min(to, end) - Math.max(from, begin), 0);
    const hours = driven(leaves, leaves + eachWay) + driven(returns - eachWay, returns);
    if (!isHome && hours > 0) {
      level = clamp(level - ((hours / (2 * eachWay)) * miles) / fullRange, 0, 1);
    }
    return hours > 0;
  };

  return {
    now: () => ({ level, range: level * fullRange, isHome, isPluggedIn, homePower, awayPower }),
    step: (seconds, { day, hour }, limit) => {
      const to = hour + seconds / 3600;
      const trip = tripAt(day);
      const isDriving = trip !== null && drive(trip, hour, to);
      if (trip) move(trip, hour, to);
      homePower = isHome && isPluggedIn ? charge(Math.min(power, limit), seconds, full) : 0;
      const isLow = level < (awayPower > 0 ? AWAY_CHARGE.to : AWAY_CHARGE.from);
      awayPower = !isHome && !isDriving && isLow ? charge(AWAY_CHARGE.watts, seconds, AWAY_CHARGE.to) : 0;
    },
  };
};
