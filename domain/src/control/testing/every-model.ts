import { DEVICE_KINDS } from '#contract/entities/device.ts';
import type { DeviceModel } from '../../manufacturers/index.ts';
import { everyRow, makers } from '../../manufacturers/testing/every-row.ts';

/** For tests that walk the catalogue: every maker, an unknown one too, with every kind and every type it tells apart. */
export const everyModel: readonly DeviceModel[] = [...makers.map(([mfg]) => mfg), 'acme'].flatMap((mfg) =>
  DEVICE_KINDS.flatMap((kind) => {
    const rows = everyRow.filter((row) => row.mfg === mfg && row.kind === kind);
    const types = new Set([...rows.map(({ type }) => type), null, 'A type of its own']);
    return [...types].map((type) => ({ mfg, kind, type }));
  }),
);
