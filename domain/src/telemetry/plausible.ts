import type { Value } from '#contract/entities/device.ts';
import type { DeviceModel } from '../control/controls.ts';
import type { Measure } from '../kinds/define.ts';
import { kindOf } from '../kinds/index.ts';
import type { Range, ResolvedModel } from '../manufacturers/define.ts';
import { modelOf } from '../manufacturers/index.ts';

/** What no sensor of a home measures lies outside; °F, W, Wh, miles. */
const BOUNDS: Readonly<Partial<Record<Measure, Range>>> = {
  temperature: [-80, 260],
  power: [-100_000, 100_000],
  energy: [0, 1_000_000],
  fraction: [0, 1],
  distance: [0, 2_000],
};
const LONGEST_TEXT = 64;
/** No word of a device, and nothing a database takes. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;

const isWithin = (value: Value, [min, max]: Range): boolean =>
  typeof value === 'number' && value >= min && value <= max;

/** The words it may say; null: any. */
const wordsOf = (
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

/** Tells what a device can mean from what broken sensors and careless clouds send in its name. */
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
    const words = wordsOf(kind, model, key);
    // Equipment that rests is an empty list.
    return words ? words.includes(value) : measure === 'text' || value !== '';
  };
};
