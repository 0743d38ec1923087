/** Of everything that the demo's houses live through, before and after they are seen. */
export const SIMULATION_SEED = 'porchlight';
