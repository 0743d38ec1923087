// Adding 0 turns minus zero into zero.
export const whole = (value: number): number => Math.round(value) + 0;
export const tenths = (value: number): number => Math.round(value * 10) / 10 + 0;
export const thousandths = (value: number): number => Math.round(value * 1000) / 1000 + 0;

export const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max);
