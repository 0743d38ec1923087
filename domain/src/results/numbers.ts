export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** To whole numbers; never -0, which would not survive JSON. */
export const roundHalfUp = (value: number): number => Math.round(value) + 0;

/** Wh: the energy of an event is shown with two decimals of a kWh. */
const SHOWN_STEP = 10;

/** Energy of an event as it is shown: halves go away from zero, as number formats round them. */
export const roundToShown = (wh: number): number =>
  Math.sign(wh) * Math.round(Math.abs(wh) / SHOWN_STEP) * SHOWN_STEP + 0;

/** More was used than usual, by as much as is shown: 0.00 kWh more would be no more. */
export const isMoreThanUsual = (savedWh: number): boolean => roundToShown(savedWh) < 0;
