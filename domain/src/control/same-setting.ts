/** °F; a device that counts in °C reports another value than it was sent. */
const ROUNDING = 0.75;

/** Whether two temperatures, in °F, are the same setting of a device. */
export const isSameSetting = (one: number, other: number): boolean => Math.abs(one - other) < ROUNDING;
