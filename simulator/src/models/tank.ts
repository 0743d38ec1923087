import { celsiusToFahrenheit, fahrenheitToCelsius } from '#domain/units.ts';

/** Litres. The lower element and the heat pump heat the lower part, the upper element the upper. */
const UPPER = 63;
const LOWER = 126;
/** J per litre and K. */
const WATER = 4_186;
/** W/K through the insulation, by volume. */
const LOSS = 1.06;
/** °F around the tank, and at a mixed tap. */
const AROUND = 68;
const TAP = 105;

export interface Heat {
  /** W that go into each part. */
  readonly upper: number;
  readonly lower: number;
}

export interface Tank {
  /** °F. */
  readonly upper: () => number;
  readonly lower: () => number;
  readonly mean: () => number;
  /** J that the water holds above its freezing point. */
  readonly heat: () => number;
  readonly step: (seconds: number, heat: Heat) => void;
  /** Takes out what mixes with cold water to `litres` at the tap; mains water flows in below. */
  readonly draw: (litres: number, mains: number) => void;
}

/** 189 l of water in two layers. */
export const createTank = (fahrenheit: number): Tank => {
  let upper = fahrenheitToCelsius(fahrenheit);
  let lower = upper;
  const mean = () => (UPPER * upper + LOWER * lower) / (UPPER + LOWER);
  const mixIfInverted = () => {
    // Warm water rises.
    if (lower > upper) upper = lower = mean();
  };
  return {
    upper: () => celsiusToFahrenheit(upper),
    lower: () => celsiusToFahrenheit(lower),
    mean: () => celsiusToFahrenheit(mean()),
    heat: () => WATER * (UPPER * upper + LOWER * lower),
    step: (seconds, heat) => {
      const around = fahrenheitToCelsius(AROUND);
      const loss = (LOSS * seconds) / (UPPER + LOWER) / WATER;
      upper += (heat.upper * seconds) / (UPPER * WATER) + loss * (around - upper);
      lower += (heat.lower * seconds) / (LOWER * WATER) + loss * (around - lower);
      mixIfInverted();
    },
    draw: (litres, mains) => {
      const cold = fahrenheitToCelsius(mains);
      const tap = fahrenheitToCelsius(TAP);
      const hot = upper > tap ? (litres * Math.max(tap - cold, 0)) / (upper - cold) : litres;
      // More than the upper part in one step would overshoot; no tap gives that in a minute.
      const out = Math.min(hot, UPPER / 2);
      upper += (out / UPPER) * (lower - upper);
      lower += (out / LOWER) * (cold - lower);
      mixIfInverted();
    },
  };
};
