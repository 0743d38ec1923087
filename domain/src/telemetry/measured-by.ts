import type { DeviceKind } from '#contract/entities/device.ts';
import { kinds } from '../kinds/index.ts';
import { makerOf } from '../manufacturers/index.ts';

interface MeasuredModel {
  readonly kind: DeviceKind;
  readonly mfg: string;
}

/** What tells how much a device uses: its meter, or for how long its heating and cooling ran. null: nothing does. */
export const measuredBy = ({ kind, mfg }: MeasuredModel): 'meter' | 'runtime' | null => {
  const { energy } = makerOf(mfg);
  if (energy === 'none' || kinds[kind].meter === null) return null;
  return kind === 'tstat' && energy !== 'metered' ? 'runtime' : 'meter';
};

/** Whether the device tells its power now; a kind that this version does not know yet has no meter. */
export const reportsPower = (model: MeasuredModel): boolean =>
  Object.hasOwn(kinds, model.kind) && measuredBy(model) === 'meter';
