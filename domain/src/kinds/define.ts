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

export interface Kind {
  readonly kind: DeviceKind;
  readonly resources: Readonly<Record<string, Resource>>;
}

export const defineKind = <const K extends Kind>(kind: K): K => kind;

/** Every kind reports whether its maker's cloud reaches it. */
export const status = { status: { property: 'status', measure: 'choice' } } as const;
