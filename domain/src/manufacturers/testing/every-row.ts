import { DEVICE_KINDS } from '#contract/entities/device.ts';
import type { DeviceKind } from '#contract/entities/device.ts';
import type { Manufacturer, Model } from '../define.ts';
import { manufacturers } from '../index.ts';

const typeOf = ({ match }: Model): string | null =>
  match === undefined ? null : typeof match === 'string' ? match : `${match.prefix}1`;

export const makers: readonly [mfg: string, maker: Manufacturer][] = Object.entries(manufacturers);

export interface MakerRow {
  readonly mfg: string;
  readonly kind: DeviceKind;
  /** A device type that selects the row. */
  readonly type: string | null;
  readonly row: Model;
}

/** Every row of every maker's table. */
export const everyRow: readonly MakerRow[] = makers.flatMap(([mfg, { models }]) =>
  DEVICE_KINDS.flatMap((kind) => (models[kind] ?? []).map((row) => ({ mfg, kind, type: typeOf(row), row }))),
);
