/**
 * self: covers the house, stores solar surplus; backup: keeps itself full, from the grid too; store: stores solar
 * surplus and gives nothing; charge, discharge: at a rate; cover: feeds the house but stores nothing; peak: covers the
 * house in the hours of peak prices, stores at others; shave: caps what the house takes from the grid; meter: holds the site's meter
 * at a reading; follow: gives an offset above the solar power; island: without the grid; idle: neither way.
 */
export type BatteryStrategy =
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
  readonly strategy: BatteryStrategy;
  /** Share of full power; absent: 1. */
  readonly rate?: number;
  /** The strategy once it is full or empty. */
  readonly next?: BatteryStrategy;
}

const SELF: BatteryMode = { strategy: 'self' };
const IDLE: BatteryMode = { strategy: 'idle' };
const PEAK: BatteryMode = { strategy: 'peak' };
const BACKUP: BatteryMode = { strategy: 'backup' };
const STORE: BatteryMode = { strategy: 'store' };
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
  PEAK_SHAVING_US_COMMERCIAL: { strategy: 'shave' },

  backup: BACKUP,
  backupOnly: BACKUP,
  BACKUP,
  PRIORITY_BACKUP: BACKUP,
  CLEAN_BACKUP: STORE,
  CHARGEFROMPV: STORE,
  AUTO_CHARGE: STORE,

  // At a rate that spares its cells.
  SELL: { strategy: 'discharge', rate: 0.5 },
  AUTO_DISCHARGE: { strategy: 'cover' },
  CHARGE_THEN_AUTO: { strategy: 'charge', next: 'self' },
  DISCHARGE_THEN_AUTO: { strategy: 'discharge', next: 'self' },
  CHARGE_THEN_STANDBY: { strategy: 'charge', next: 'idle' },
  DISCHARGE_THEN_STANDBY: { strategy: 'discharge', next: 'idle' },
  AUTO_LL_CHARGE: { strategy: 'charge', rate: SLOW, next: 'self' },
  STANDBY_LL_CHARGE: { strategy: 'charge', rate: SLOW, next: 'idle' },
  AUTO_FINALCHARGE1: { strategy: 'charge', rate: GENTLE, next: 'self' },
  AUTO_FINALCHARGE2: { strategy: 'charge', rate: SLOW, next: 'self' },
  CHARGE_FINALCHARGE1: { strategy: 'charge', rate: GENTLE },
  CHARGE_FINALCHARGE2: { strategy: 'charge', rate: SLOW },
  CHARGE_TRICKLE: { strategy: 'charge', rate: SLOW },

  DISPATCH_BYPOWER: { strategy: 'discharge' },
  DISPATCH_BYCURRENT: { strategy: 'discharge' },
  DISPATCH_BYPV: { strategy: 'follow' },
  DISPATCH_BYSITEDEMAND: { strategy: 'meter' },
  CHARGEFROMGRID_BYPOWER: { strategy: 'charge' },
  CHARGEFROMGRID_BYCURRENT: { strategy: 'charge' },
  DISABLEGRID: { strategy: 'island' },
};
