/** Seed of the simulated demo fleet and its weather: history and live operation must use the same. */
export const SIMULATION_SEED = 'porchlight';
