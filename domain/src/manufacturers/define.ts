import type { DeviceKind } from '#contract/entities/device.ts';

/** Both ends included; °F where it bounds a temperature. */
export type Bounds = readonly [min: number, max: number];

/** A value that goes with a mode, such as the rate of a battery's dispatch. */
export interface Parameter {
  readonly name: string;
  readonly type: 'number' | 'flag' | 'choice';
  readonly unit?: 'percent' | 'W' | 'A' | 'W/s';
  readonly range?: Bounds;
  readonly options?: readonly string[];
  /** Of the parameters of a mode that carry the same word here, a command may name one only. */
  readonly oneOf?: string;
  /** Holds when the command names neither this parameter nor another of its `oneOf`; absent: nothing is sent. */
  readonly initial?: number | boolean | string;
}

export interface Mode {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  /** Cuts the home off from the grid or the battery off from the home: a person is asked before it is sent. */
  readonly confirm?: true;
}

/** null: there is none. */
export type Defaults = Readonly<
  Record<'mode' | 'fanMode', string | null> &
    Record<'setpoint' | 'heatSetpoint' | 'coolSetpoint', number | null>
>;

/** Which setpoints an air device holds; shared: one number serves heating and cooling, so a change moves both. */
export type Setpoints = 'heat-and-cool' | 'shared' | 'heat' | 'cool';

/** What a device can do, with every column filled. The generic rows have this shape. */
export interface ResolvedModel {
  readonly modes: readonly Mode[];
  readonly fanModes: readonly string[];
  /**
   * Hot water: what the model itself accepts, above scalding where the model does. The safety ceiling (140 °F, 160 °F
   * with a confirmed mixing valve) is the command gate's and holds whatever stands here.
   */
  readonly setpoint: Bounds | null;
  /** null: a kind without heating and cooling setpoints. */
  readonly setpoints: Setpoints | null;
  /** °F that the heating setpoint stays below the cooling one in a mode that uses both. */
  readonly setpointGap: number;
  /** How a setpoint may be given. */
  readonly setpointTypes: readonly ('absolute' | 'relative')[];
  readonly defaults: Defaults;
  /** Its vacation mode: schedules pause in it. */
  readonly vacation: string | null;
  /** Why a water heater of this model saves nothing in an event, or must not be held back by one; null: it may take part. */
  readonly unfitForEvents: 'gas' | 'tankless' | 'commercial' | null;
  /** Values that its equipment-status reading may carry. */
  readonly equipment: readonly string[];
  /** Values of its other readings that are one of a list, by resource key. */
  readonly statuses: Readonly<Record<string, readonly string[]>>;
}

/** One model of a kind. A row states only how it differs from the kind's generic row; an empty one does not differ. */
export interface Model extends Partial<Omit<ResolvedModel, 'modes' | 'defaults'>> {
  /** The device types it applies to, by the whole type or its beginning; absent: every type of the maker. */
  readonly match?: string | { readonly prefix: string };
  readonly modes?: readonly (string | Mode)[];
  readonly defaults?: Partial<Defaults>;
}

export interface Manufacturer {
  readonly label: string;
  /** What persons and schedules may do from here; absent: everything its models allow. */
  readonly control?: 'view-only' | 'notice-only';
  /**
   * Absent: it takes commands of events, of the return after them and of safety, where `control` is set through its cloud's
   * program for utilities. none: not those of events; safety commands only where persons may command it.
   */
  readonly events?: 'none';
  /** Kinds it makes, with their models; the first model that matches the device's type counts. */
  readonly models: Readonly<Partial<Record<DeviceKind, readonly Model[]>>>;
  /** It connects cars of every make: a car without a name is named by its make. */
  readonly namedByMake?: boolean;
  /** Kinds whose device is named "… Device Status" because there is nothing to control. */
  readonly statusOnly?: readonly DeviceKind[];
  /** Instead of the kind's control panel: static, nothing to step; power, one figure, no schedule either. */
  readonly panels?: Readonly<Partial<Record<DeviceKind, 'static' | 'power'>>>;
  /** Selectors that are shown but cannot be changed. */
  readonly locked?: readonly ('mode' | 'schedule')[];
  /** The panel shows even when the device is not online. */
  readonly shownOffline?: boolean;
  /** It rejects partial commands: mode, fan mode and setpoints go with every one. */
  readonly wholeCommands?: boolean;
  /** Plots it lacks or has beyond those of the kind. */
  readonly plots?: Readonly<Partial<Record<'mode' | 'temperature' | 'equipment', boolean>>>;
  /** False: the highest and lowest temperature of a water heater cannot be set. */
  readonly temperatureLimits?: boolean;
  /** Where its energy figures come from; absent: as for the kind. */
  readonly energy?: 'metered' | 'none';
}

export const defineManufacturer = <const M extends Manufacturer>(maker: M): M => maker;
