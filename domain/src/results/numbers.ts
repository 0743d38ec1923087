export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** To whole numbers; never -0, which would not survive JSON. */
export const roundHalfUp = (value: number): number => Math.round(value) + 0;
