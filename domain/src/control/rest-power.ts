/** W; below it a battery rests. */
export const FLOW_FROM = 50;
/** W; below it a car does not charge. */
export const CHARGING_FROM = 100;
