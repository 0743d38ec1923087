import { useState } from 'react';
import type { ReactNode } from 'react';
import type { DeviceNow } from '#contract/entities/device-now.ts';
import type { Value } from '#contract/entities/device.ts';
import { controlsOf, visibleControlsOf } from '#domain/control/controls.ts';
import type { DeviceControl as Control } from '#domain/control/controls.ts';
import { setpointLimits } from '#domain/control/safety.ts';
import { limitsIn, setpointFrom, shownSetpoint } from '#domain/control/setpoint.ts';
import { shownValue } from '#domain/control/state.ts';
import type { ControlState } from '#domain/control/state.ts';
import { makerOf, modelOf } from '#domain/manufacturers/index.ts';
import { showTemperature } from '#domain/units.ts';
import { temperatureUnit } from '#web/lib/format.ts';
import { useT, labelFor } from '#web/lib/i18n.ts';
import { Choice } from '#web/ui/Choice.tsx';
import { Select } from '#web/ui/Select.tsx';
import { Stepper } from '#web/ui/Stepper.tsx';
import styles from './Controls.module.css';
import { Parameters } from './Parameters.tsx';
import { modeLabel } from './card-content.ts';

/** Up to so many options, with so many letters in all, are a segmented control; more are a select. */
const SIDE_BY_SIDE = 4;
const SIDE_BY_SIDE_LETTERS = 22;

interface Props {
  readonly device: DeviceNow;
  readonly state: ControlState;
  readonly edit: (key: string, value: Value) => void;
}

const textShown = (state: ControlState, key: string | undefined): string | null => {
  const value = key === undefined ? null : shownValue(state, key);
  return value === null ? null : String(value);
};

const modeKeyOf = (device: DeviceNow): string | undefined =>
  visibleControlsOf(device).find(({ field }) => field === 'mode')?.key;

interface SetpointView {
  readonly key: string;
  readonly fanOnly: boolean;
  readonly degrees: number;
  readonly range: readonly [min: number, max: number];
  readonly tone: 'heat' | 'cool' | null;
  readonly disabled: boolean;
  readonly mode: string | null;
  readonly toFahrenheit: (degrees: number) => number | null;
}

/** The setpoint stepper's props; null: the setpoint cannot be changed now, and is shown as a figure. */
export const setpointView = (device: DeviceNow, state: ControlState): SetpointView | null => {
  const unit = temperatureUnit();
  const mode = textShown(state, modeKeyOf(device));
  const place = shownSetpoint(device, mode);
  const limits = setpointLimits(device);
  const whole = limits && limitsIn(limits, unit);
  if (!place || !limits || !whole || makerOf(device.mfg).panels?.[device.kind] || mode === 'off') return null;
  const value = Number(shownValue(state, place.key) ?? Number.NaN);
  if (!place.fanOnly && !Number.isFinite(value)) return null;
  return {
    key: place.key,
    fanOnly: place.fanOnly,
    degrees: place.fanOnly ? 0 : showTemperature(value, unit),
    range: [whole.min, whole.max],
    tone: place.tone,
    disabled: place.disabled,
    mode,
    toFahrenheit: (degrees) => setpointFrom(limits, unit, degrees),
  };
};

interface SetpointProps extends Props {
  readonly view: SetpointView;
}

export function Setpoint({ device, edit, view }: SetpointProps) {
  const t = useT();
  if (view.fanOnly) return <p className={styles['fan-only']}>{t('device.fanOnly')}</p>;
  const mode = view.mode === null ? '' : modeLabel(view.mode, device.mfg);
  return (
    <Stepper
      label={t('device.setTo')}
      value={view.degrees}
      range={view.range}
      unit={`°${temperatureUnit()}`}
      spoken={t('device.setTo.spoken', { degrees: view.degrees, mode })}
      {...(view.tone ? { tone: view.tone } : {})}
      disabled={view.disabled}
      onChange={(next) => {
        const fahrenheit = view.toFahrenheit(next);
        if (fahrenheit !== null) edit(view.key, fahrenheit);
      }}
    />
  );
}

interface OptionsProps extends Props {
  readonly control: Control;
  readonly disabled: boolean;
}

function ModeOrFan({ device, state, edit, control, disabled }: OptionsProps) {
  const t = useT();
  const model = modelOf(device);
  const isMode = control.field === 'mode';
  const names = isMode ? model.modes.map(({ name }) => name) : model.fanModes;
  const current = textShown(state, control.key);
  const word = (name: string) =>
    isMode ? modeLabel(name, device.mfg) : t('device.fan', { fan: labelFor('fan', name) });
  // A device may report a value that is not in its list: it is shown as long as it is the current one.
  const all = current === null || names.includes(current) ? names : [current, ...names];
  const options = all.map((name) => ({ value: name, text: word(name) }));
  const props = {
    label: isMode ? t('device.mode.label') : t('device.fan.label'),
    quiet: true,
    value: current ?? '',
    options: current === null ? [{ value: '', text: '--' }, ...options] : options,
    disabled,
    onChoose: (value: string) => edit(control.key, value),
  };
  const letters = options.reduce((sum, { text }) => sum + text.length, 0);
  return isMode && current !== null && all.length <= SIDE_BY_SIDE && letters <= SIDE_BY_SIDE_LETTERS ? (
    <Choice {...props} />
  ) : (
    <Select {...props} />
  );
}

/** Selectors of mode and fan, and the parameters of the mode. */
export function ModeControls({ device, state, edit, children }: Props & { readonly children: ReactNode }) {
  const changeable = controlsOf(device);
  const controls = visibleControlsOf(device).filter(({ field }) => field === 'mode' || field === 'fanMode');
  const modeControl = controls.find(({ hasParameters }) => hasParameters);
  const mode = modelOf(device).modes.find(({ name }) => name === textShown(state, modeControl?.key));
  const [chosen, setChosen] = useState<Value | null>(null);
  return (
    <>
      <div className={styles['choices']}>
        {controls.map((control) => (
          <ModeOrFan
            key={control.key}
            device={device}
            state={state}
            edit={(key, value) => {
              setChosen(value);
              edit(key, value);
            }}
            control={control}
            disabled={!changeable.some(({ key }) => key === control.key)}
          />
        ))}
        {children}
      </div>
      {modeControl &&
      mode &&
      mode.parameters.length > 0 &&
      changeable.some(({ key }) => key === modeControl.key) ? (
        <Parameters
          key={mode.name}
          state={state}
          edit={edit}
          modeKey={modeControl.key}
          mode={mode}
          startsOpen={chosen === mode.name}
        />
      ) : null}
    </>
  );
}
