import type { DeviceKind } from '#contract/entities/device.ts';

/** What a resource measures decides its unit, its rounding and how a person reads it. */
export type Measure =
  | 'temperature' // °F
  | 'power' // W
  | 'energy' // Wh
  | 'fraction' // 0..1, shown in percent
  | 'distance' // miles
  | 'choice' // one of a list with wording
  | 'flag'
  | 'text';

export interface Resource {
  /** The property name the specification gives it. */
  readonly property: string;
  readonly measure: Measure;
}

/** The fields of a command's body that carry what a person changed. */
export type ControlField = 'mode' | 'fanMode' | 'setpoint' | 'heatSetpoint' | 'coolSetpoint';

/** Where a person's change of a resource goes in a command. */
export interface Control {
  readonly field: ControlField;
  /** The field in heat mode, of a resource that holds whichever setpoint the mode uses. */
  readonly whenHeating?: ControlField;
  /** True: the resource of models whose modes take parameters, which then go along. False: of the others only. */
  readonly parameters?: boolean;
}

/** The reading of the power that the device takes. */
export interface Meter {
  readonly key: string;
  /** It is positive while the device gives power, and negative while it takes some. */
  readonly gives?: true;
}

export interface Kind {
  readonly kind: DeviceKind;
  readonly resources: Readonly<Record<string, Resource>>;
  /** What a person may change, by resource key; nothing where it is empty. */
  readonly controls: Readonly<Record<string, Control>>;
  /** null: it has none, or does not report it. */
  readonly meter: Meter | null;
}

export const defineKind = <const K extends Kind>(kind: K): K => kind;

/** Every kind reports whether its maker's cloud reaches it. */
export const status = { status: { property: 'status', measure: 'choice' } } as const;
