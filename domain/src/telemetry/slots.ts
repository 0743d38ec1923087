import type { DeviceKind, Value } from '#contract/entities/device.ts';
import { kinds } from '../kinds/index.ts';

/** The columns of a wide row of telemetry: few enough for every kind to share them. */
export const NUMBER_SLOTS = [
  'power',
  'powerB',
  'powerC',
  'level',
  'capacity',
  'temperature',
  'low',
  'high',
] as const;
export const TEXT_SLOTS = ['mode', 'detail', 'activity', 'note', 'status'] as const;
export const FLAG_SLOTS = ['flag'] as const;
export const SLOTS = [...NUMBER_SLOTS, ...TEXT_SLOTS, ...FLAG_SLOTS] as const;
export type Slot = (typeof SLOTS)[number];

/** null: not reported. */
export type SlotValues = Readonly<Partial<Record<Slot, Value | null>>>;

/**
 * A value as it is read back from a row: seven digits, and nothing finer than a millionth. Values are rounded so before they
 * are compared with stored ones, or a late reading would find changes where there are none.
 */
export const asStored = (value: Value): Value => {
  // Whole numbers and tenths with few digits stay as they are: most values are such, and formatting is slow.
  if (typeof value !== 'number' || (Math.abs(value) < 1e5 && Math.round(value * 10) / 10 === value))
    return value;
  return Number((Math.round(value * 1e6) / 1e6).toPrecision(7));
};

type SlotTable = { readonly [K in DeviceKind]: Readonly<Record<keyof (typeof kinds)[K]['resources'], Slot>> };

/** The column of each resource. */
const table: SlotTable = {
  tstat: {
    'thermostat-mode': 'mode',
    'thermostat-fan-mode': 'detail',
    'thermostat-cool-setpoint': 'high',
    'thermostat-heat-setpoint': 'low',
    'thermostat-actual-temperature': 'temperature',
    'thermostat-hold': 'flag',
    'thermostat-temperature-unit': 'note',
    'hvac-equipment-status': 'activity',
    status: 'status',
  },
  rac: {
    'rac-mode': 'mode',
    'rac-fan-mode': 'detail',
    'rac-cool-setpoint': 'high',
    'rac-actual-temperature': 'temperature',
    status: 'status',
  },
  hwh: {
    'hwh-set-mode': 'mode',
    'hwh-set-temperature': 'high',
    'hwh-tank-temperature': 'temperature',
    power: 'power',
    status: 'status',
  },
  battery: {
    'battery-mode': 'mode',
    'sis-set-mode': 'detail',
    'battery-max-capacity': 'capacity',
    'battery-present-capacity': 'level',
    'battery-power': 'power',
    'pv-power': 'powerB',
    'battery-house-power': 'powerC',
    'battery-outage': 'flag',
    status: 'status',
  },
  evse: {
    'evse-mode': 'mode',
    'evse-power': 'power',
    'evse-power-limit': 'powerB',
    'evse-max-power': 'capacity',
    status: 'status',
  },
  ev: {
    'ev-charging-status': 'mode',
    'ev-location-status': 'detail',
    'ev-plugged-in-status': 'flag',
    'ev-battery-capacity': 'capacity',
    'ev-battery-level': 'level',
    'ev-battery-range': 'high',
    'ev-home-power': 'power',
    'ev-away-power': 'powerB',
    status: 'status',
  },
};

const withMeter = (kind: DeviceKind): Readonly<Record<string, Slot>> => {
  const { meter } = kinds[kind];
  return meter ? { ...table[kind], [meter.key]: 'power' } : table[kind];
};

const slots: Readonly<Record<DeviceKind, Readonly<Record<string, Slot>>>> = {
  tstat: withMeter('tstat'),
  rac: withMeter('rac'),
  hwh: withMeter('hwh'),
  battery: withMeter('battery'),
  evse: withMeter('evse'),
  ev: withMeter('ev'),
};

/** Slots by key: the resources of the kind, and the meter where the kind has one beside them. */
export const slotsOf = (kind: DeviceKind): Readonly<Record<string, Slot>> => slots[kind];
