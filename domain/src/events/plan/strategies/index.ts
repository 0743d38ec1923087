import type { DeviceKind } from '#contract/entities/device.ts';
import { air } from './air.ts';
import { battery } from './battery.ts';
import type { Strategy } from './define.ts';
import { waterHeater } from './water-heater.ts';

/** null: the kind takes no part in events yet. A car is reached through its charger only, so that nothing counts twice. */
export const strategies: Readonly<Record<DeviceKind, Strategy | null>> = {
  tstat: air,
  rac: air,
  hwh: waterHeater,
  battery,
  evse: null,
  ev: null,
};

/** Kinds that events leave alone while a storm is expected. */
export const KEPT_IN_STORMS: readonly DeviceKind[] = (Object.keys(strategies) as DeviceKind[]).filter(
  (kind) => strategies[kind]?.keptInStorms === true,
);
