import type { Value } from '#contract/entities/device.ts';
import type { DeviceModel } from '../manufacturers/index.ts';
import type { Measure } from '../kinds/define.ts';
import { kindOf } from '../kinds/index.ts';
import type { Bounds, ResolvedModel } from '../manufacturers/define.ts';
import { modelOf } from '../manufacturers/index.ts';

/** Values outside of these are measured by no sensor of a home; °F, W, Wh, miles. */
const BOUNDS: Readonly<Partial<Record<Measure, Bounds>>> = {
  temperature: [-80, 260],
  power: [-100_000, 100_000],
  energy: [0, 1_000_000],
  fraction: [0, 1],
  distance: [0, 2_000],
};
const LONGEST_TEXT = 64;
/** Control characters and lone surrogates: no device means them, and PostgreSQL rejects some. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;

const isWithin = (value: Value, [min, max]: Bounds): boolean =>
  typeof value === 'number' && value >= min && value <= max;

/** The texts that a resource may hold; null: any. */
const allowedTexts = (
  kind: ReturnType<typeof kindOf>,
  model: ResolvedModel,
  key: string,
): readonly string[] | null => {
  if (key === 'status') return ['ONLINE', 'OFFLINE'];
  const field = kind.controls[key]?.field;
  if (field === 'mode') return model.modes.length > 0 ? model.modes.map(({ name }) => name) : null;
  if (field === 'fanMode') return model.fanModes.length > 0 ? model.fanModes : null;
  return model.statuses[key] ?? null;
};

/** Whether a device can have sent a value, or a broken sensor or cloud must have. */
export const plausibilityOf = (device: DeviceModel): ((key: string, value: Value) => boolean) => {
  const kind = kindOf(device.kind);
  const model = modelOf(device);
  const measureOf = (key: string): Measure | undefined => {
    if (Object.hasOwn(kind.resources, key)) return kind.resources[key]?.measure;
    return key === kind.meter?.key ? 'power' : undefined;
  };
  return (key, value) => {
    const measure = measureOf(key);
    if (measure === undefined) return false;
    if (measure === 'flag') return typeof value === 'boolean';
    const bounds = BOUNDS[measure];
    if (bounds) return isWithin(value, bounds);
    if (typeof value !== 'string' || value.length > LONGEST_TEXT || UNPRINTABLE.test(value)) return false;
    const texts = allowedTexts(kind, model, key);
    // An empty text says that no equipment runs.
    return texts ? texts.includes(value) : measure === 'text' || value !== '';
  };
};
