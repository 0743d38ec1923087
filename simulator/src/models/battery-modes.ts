/**
 * self: covers the house, stores solar surplus; backup: keeps itself full, from the grid too; store: stores solar
 * surplus and gives nothing; charge, discharge: at a rate; cover: feeds the house but stores nothing; peak: covers the
 * house in the hours of peak prices, stores at others; shave: caps what the house takes from the grid; meter: holds the site's meter
 * at a reading; follow: gives an offset above the solar power; island: without the grid; idle: neither way.
 */
export type Plan =
  | 'self'
  | 'backup'
  | 'store'
  | 'charge'
  | 'discharge'
  | 'cover'
  | 'peak'
  | 'shave'
  | 'meter'
  | 'follow'
  | 'island'
  | 'idle';

export interface BatteryMode {
  readonly plan: Plan;
  /** Share of full power; absent: 1. */
  readonly rate?: number;
  /** The plan once it is full or empty. */
  readonly next?: Plan;
}

const SELF: BatteryMode = { plan: 'self' };
const IDLE: BatteryMode = { plan: 'idle' };
const PEAK: BatteryMode = { plan: 'peak' };
const BACKUP: BatteryMode = { plan: 'backup' };
const STORE: BatteryMode = { plan: 'store' };
const SLOW = 0.1;
const GENTLE = 0.3;

export const BATTERY_MODES: Readonly<Record<string, BatteryMode>> = {
  off: IDLE,
  disable: IDLE,
  SAFETY_SHUTDOWN: IDLE,
  STANDBY: IDLE,
  SLEEP: IDLE,
  BYPASS: IDLE,
  GRID_TIE: IDLE,
  // Controlled by another device, which is not simulated.
  direct: IDLE,
  SLAVE: IDLE,
  MANUAL: IDLE,
  EXTENSION: IDLE,

  'self-consumption': SELF,
  maximizeSelfConsumption: SELF,
  SELF_SUPPLY: SELF,
  AUTO: SELF,
  AUTOMATIC_SELF_CONSUMPTION: SELF,
  SELF_CONSUMPTION_US: SELF,
  AUTOMATIC_MAX: SELF,
  AUTOMATIC_SIMULATED_PV: SELF,

  autonomous: PEAK,
  scheduler: PEAK,
  userDefinedStorageProfile: PEAK,
  REMOTE_ARBITRAGE: PEAK,
  PEAK_SHAVING_US_COMMERCIAL: { plan: 'shave' },

  backup: BACKUP,
  backupOnly: BACKUP,
  BACKUP,
  PRIORITY_BACKUP: BACKUP,
  CLEAN_BACKUP: STORE,
  CHARGEFROMPV: STORE,
  AUTO_CHARGE: STORE,

  SELL: { plan: 'discharge' },
  AUTO_DISCHARGE: { plan: 'cover' },
  CHARGE_THEN_AUTO: { plan: 'charge', next: 'self' },
  DISCHARGE_THEN_AUTO: { plan: 'discharge', next: 'self' },
  CHARGE_THEN_STANDBY: { plan: 'charge', next: 'idle' },
  DISCHARGE_THEN_STANDBY: { plan: 'discharge', next: 'idle' },
  AUTO_LL_CHARGE: { plan: 'charge', rate: SLOW, next: 'self' },
  STANDBY_LL_CHARGE: { plan: 'charge', rate: SLOW, next: 'idle' },
  AUTO_FINALCHARGE1: { plan: 'charge', rate: GENTLE, next: 'self' },
  AUTO_FINALCHARGE2: { plan: 'charge', rate: SLOW, next: 'self' },
  CHARGE_FINALCHARGE1: { plan: 'charge', rate: GENTLE },
  CHARGE_FINALCHARGE2: { plan: 'charge', rate: SLOW },
  CHARGE_TRICKLE: { plan: 'charge', rate: SLOW },

  DISPATCH_BYPOWER: { plan: 'discharge' },
  DISPATCH_BYCURRENT: { plan: 'discharge' },
  DISPATCH_BYPV: { plan: 'follow' },
  DISPATCH_BYSITEDEMAND: { plan: 'meter' },
  CHARGEFROMGRID_BYPOWER: { plan: 'charge' },
  CHARGEFROMGRID_BYCURRENT: { plan: 'charge' },
  DISABLEGRID: { plan: 'island' },
};
