import type { DeviceKind } from '#contract/entities/device.ts';

/** Event days with one of these speak of the program's impact, not of the energy used. */
export const SHOWN_AS_IMPACT: readonly DeviceKind[] = ['battery', 'evse', 'ev'];
