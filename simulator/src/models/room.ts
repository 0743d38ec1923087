import { celsiusToFahrenheit, fahrenheitToCelsius } from '#domain/units.ts';
import type { Environment } from '../environment/environment.ts';
import { clamp } from '../base/numbers.ts';

interface Shell {
  /** m². */
  readonly floor: number;
  /** W/K per m² of floor: through walls, windows and gaps. */
  readonly loss: number;
  /** W/K per m² of floor to the rest of the house, which other equipment heats and cools; absent: there is none. */
  readonly inner?: number;
}

/** How many times more heat passes doors and inner walls than outer ones. */
export const INNER_TO_OUTER_LOSS = 4;

/** °F that the rest of a house keeps within, as far as the weather takes it there. */
const REST_OF_HOUSE = { min: 68, max: 76 } as const;

/** W per m² of floor that come in through the walls, at an indoor temperature in °C. */
const throughWalls = ({ loss, inner = 0 }: Shell, outdoor: number, indoor: number): number =>
  loss * (fahrenheitToCelsius(outdoor) - indoor) +
  inner * (fahrenheitToCelsius(clamp(outdoor, REST_OF_HOUSE.min, REST_OF_HOUSE.max)) - indoor);

// GridLAB-D's house of 232 m² per m²: air with the light things in it, the heavy mass, and the conductance between them.
const AIR = 8_620; // J/K
const MASS = 35_300; // J/K
const SURFACE = 20.7; // W/K
/** m² of open window to the sun, and W of people and things, per m² of floor. */
const APERTURE = 0.015;
const INTERNAL = 3;
/** Half of what sun and people give goes to the mass. */
const TO_MASS = 0.5;

export interface Room {
  /** °F. */
  readonly temperature: () => number;
  /** J that air and mass hold above the freezing point of water. */
  readonly heat: () => number;
  /** `watts` of heat come in from the equipment, below zero: are taken out. */
  readonly step: (seconds: number, environment: Environment, watts: number) => void;
}

/** Two temperatures, air and mass (2R2C): the air answers in minutes, the house in hours. */
export const createRoom = (shell: Shell, fahrenheit: number): Room => {
  const { floor } = shell;
  let air = fahrenheitToCelsius(fahrenheit);
  let mass = air;
  return {
    temperature: () => celsiusToFahrenheit(air),
    heat: () => floor * (AIR * air + MASS * mass),
    step: (seconds, { outdoor, sun }, watts) => {
      const gains = APERTURE * sun + INTERNAL;
      const toMass = SURFACE * (air - mass);
      const intoAir = throughWalls(shell, outdoor, air) - toMass + (1 - TO_MASS) * gains + watts / floor;
      air += (seconds * intoAir) / AIR;
      mass += (seconds * (toMass + TO_MASS * gains)) / MASS;
    },
  };
};

/** W that come in through walls and windows, and from people and things, at an indoor temperature in °F. */
export const gainsOf = (shell: Shell, { outdoor, sun }: Environment, fahrenheit: number): number =>
  shell.floor * (throughWalls(shell, outdoor, fahrenheitToCelsius(fahrenheit)) + APERTURE * sun + INTERNAL);

/**
 * W needed to keep a room comfortable on the hottest and the coldest day of the climate model, where it is as cold as 30 K below
 * the room, with a reserve of a fifth. A larger pump would draw the more at each start.
 */
export const equipmentFor = ({ floor, loss }: Shell) => ({
  cooling: 1.2 * floor * (loss * 15 + APERTURE * 900 + INTERNAL),
  heating: 1.2 * floor * loss * 30,
});
