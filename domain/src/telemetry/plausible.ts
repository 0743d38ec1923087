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
): ReadonlySet<Value> | null => {
  if (key === 'status') return new Set(['ONLINE', 'OFFLINE']);
  const field = kind.controls[key]?.field;
  if (field === 'mode') return model.modes.length > 0 ? new Set(model.modes.map(({ name }) => name)) : null;
  if (field === 'fanMode') return model.fanModes.length > 0 ? new Set(model.fanModes) : null;
  return model.statuses[key] ? new Set(model.statuses[key]) : null;
};

type Check = (value: Value) => boolean;

const checkOf = (
  kind: ReturnType<typeof kindOf>,
  model: ResolvedModel,
  key: string,
  measure: Measure,
): Check => {
  if (measure === 'flag') return (value) => typeof value === 'boolean';
  const bounds = BOUNDS[measure];
  if (bounds) return (value) => isWithin(value, bounds);
  const texts = allowedTexts(kind, model, key);
  if (texts) return (value) => texts.has(value);
  return (value) =>
    typeof value === 'string' &&
    value.length <= LONGEST_TEXT &&
    // An empty text says that no equipment runs.
    (measure === 'text' || value !== '') &&
    !UNPRINTABLE.test(value);
};

/** Whether a device can have sent a value, or a broken sensor or cloud must have. */
export const plausibilityOf = (device: DeviceModel): ((key: string, value: Value) => boolean) => {
  const kind = kindOf(device.kind);
  const model = modelOf(device);
  const checks = new Map<string, Check>();
  if (kind.meter) checks.set(kind.meter.key, checkOf(kind, model, kind.meter.key, 'power'));
  for (const [key, { measure }] of Object.entries(kind.resources)) {
    checks.set(key, checkOf(kind, model, key, measure));
  }
  return (key, value) => checks.get(key)?.(value) ?? false;
};
