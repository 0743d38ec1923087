import type { Device } from '#contract/entities/device.ts';
import { celsiusToFahrenheit, fahrenheitToCelsius } from '../../units.ts';
import type { TemperatureUnit } from '#contract/entities/account.ts';
import { editableSettings, passSettingGate, withSetting } from './device-settings.ts';
import type { ApprovedSetting, EditableKey, SettingInput, SettingRefusal } from './device-settings.ts';
import { hasMixingValve } from '../gate/safety.ts';
import type { LimitedDevice } from '../gate/safety.ts';
import { settingOf } from '../title.ts';

/** What a person has typed and ticked; temperatures as text in their own unit, empty for no limit. */
export interface SettingDraft {
  readonly name: string;
  readonly valve: boolean;
  readonly max: string;
  readonly min: string;
}

type FormDevice = LimitedDevice & Pick<Device, 'id' | 'name'>;
type Switches = SettingInput['switches'];

const LIMITS = { max: 'hwh-max-setpoint', min: 'hwh-min-set-temperature' } as const;

const tenths = (value: number): number => Math.round(value * 10) / 10;

const shownLimit = (device: LimitedDevice, key: EditableKey, unit: TemperatureUnit): string => {
  const stored = Number(settingOf(device, key) ?? Number.NaN);
  if (!Number.isFinite(stored)) return '';
  return String(tenths(unit === 'C' ? fahrenheitToCelsius(stored) : stored));
};

export const draftOf = (device: FormDevice, unit: TemperatureUnit): SettingDraft => ({
  name: device.name ?? '',
  valve: hasMixingValve(device),
  max: shownLimit(device, LIMITS.max, unit),
  min: shownLimit(device, LIMITS.min, unit),
});

const NUMBER = /^\d{1,3}(?:[.,]\d{1,2})?$/;

/** °F of what was typed; null: nothing; NaN: no temperature. */
const fahrenheitOf = (text: string, unit: TemperatureUnit): number | null => {
  const typed = text.trim();
  if (typed === '') return null;
  if (!NUMBER.test(typed)) return Number.NaN;
  const degrees = Number(typed.replace(',', '.'));
  return unit === 'C' ? Math.round(celsiusToFahrenheit(degrees) * 100) / 100 : degrees;
};

export type FormChange =
  | { readonly field: 'name'; readonly name: string | null }
  | { readonly field: 'valve' | 'max' | 'min'; readonly setting: ApprovedSetting['setting'] };

export type DraftField = FormChange['field'];
export type DraftErrors = Readonly<Partial<Record<DraftField, SettingRefusal>>>;

/**
 * Only what differs, in an order in which no step is refused for the sake of one that follows: the valve decides how high
 * the limits may be, and the two limits never pass one another.
 */
const changedFields = (before: SettingDraft, draft: SettingDraft, unit: TemperatureUnit) => {
  const isRaised =
    (fahrenheitOf(draft.max, unit) ?? Number.POSITIVE_INFINITY) >
    (fahrenheitOf(before.max, unit) ?? Number.POSITIVE_INFINITY);
  const limits = isRaised ? (['max', 'min'] as const) : (['min', 'max'] as const);
  return [
    ...(draft.valve === before.valve
      ? []
      : [{ field: 'valve', key: 'hwh-mixing-valve', value: draft.valve } as const]),
    ...limits
      .filter((field) => draft[field].trim() !== before[field])
      .map((field) => ({ field, key: LIMITS[field], value: fahrenheitOf(draft[field], unit) })),
  ];
};

/** The changes to send, or why they are refused, by the same gate as on the server. */
export const changesOf = (
  device: FormDevice,
  draft: SettingDraft,
  {
    unit,
    switches,
    acknowledged,
  }: { unit: TemperatureUnit; switches: Switches; acknowledged: string | null },
): { readonly changes: readonly FormChange[]; readonly errors: DraftErrors } => {
  const before = draftOf(device, unit);
  const name = draft.name.trim();
  const changes: FormChange[] =
    name === before.name ? [] : [{ field: 'name', name: name === '' ? null : name }];
  const errors: Partial<Record<DraftField, SettingRefusal>> = {};
  const editable = editableSettings(device, switches);
  let updatedDevice: LimitedDevice = device;
  for (const { field, key, value } of changedFields(before, draft, unit)) {
    if (!editable.includes(key)) continue;
    const result = passSettingGate({
      device: { ...updatedDevice, id: device.id },
      switches,
      key,
      value,
      acknowledged,
      // Only the server knows whether an event runs.
      activeEvent: false,
    });
    if ('refused' in result) errors[field] = result.refused;
    else {
      const { setting, follows } = result.approved;
      changes.push({ field, setting });
      updatedDevice = [setting, ...follows].reduce<LimitedDevice>(withSetting, updatedDevice);
    }
  }
  return { changes, errors };
};
