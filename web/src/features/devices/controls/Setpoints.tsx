import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import type { Value } from '#contract/entities/device.ts';
import { visibleControlsOf } from '#domain/control/controls.ts';
import { setpointLimits } from '#domain/control/gate/safety.ts';
import { limitsBeside, limitsIn, setpointFrom, shownSetpoints } from '#domain/control/setpoint.ts';
import { shownValue } from '#domain/control/state.ts';
import type { ControlState } from '#domain/control/state.ts';
import { numberOf } from '#domain/control/values.ts';
import { makerOf } from '#domain/manufacturers/index.ts';
import { showTemperature } from '#domain/units.ts';
import { temperatureUnit } from '#web/lib/language/format.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { Stepper } from '#web/ui/form/Stepper.tsx';
import styles from './Controls.module.css';
import { modeLabel } from '../card/card-content.ts';

export interface ControlProps {
  readonly device: DashboardDevice;
  /** The device's title, for the names of the buttons. */
  readonly title: string;
  readonly state: ControlState;
  /** Nothing can be changed now: the controls are shown, but disabled. */
  readonly disabled: boolean;
  readonly edit: (key: string, value: Value) => void;
}

export const textShown = (state: ControlState, key: string | undefined): string | null => {
  const value = key === undefined ? null : shownValue(state, key);
  return value === null ? null : String(value);
};

interface SetpointView {
  readonly key: string;
  readonly degrees: number;
  readonly range: readonly [min: number, max: number];
  readonly tone: 'heat' | 'cool' | null;
  readonly disabled: boolean;
  readonly toFahrenheit: (degrees: number) => number | null;
}

interface SetpointsView {
  readonly mode: string | null;
  readonly fanOnly: boolean;
  readonly steppers: readonly SetpointView[];
}

/** What the steppers show; null: the setpoint cannot be changed from here, and is shown as a figure. */
export const setpointsView = (device: DashboardDevice, state: ControlState): SetpointsView | null => {
  const unit = temperatureUnit();
  const modeKey = visibleControlsOf(device).find(({ field }) => field === 'mode')?.key;
  const mode = textShown(state, modeKey);
  const places = shownSetpoints(device, mode);
  const limits = setpointLimits(device);
  if (!limits || places.length === 0 || makerOf(device.mfg).panels?.[device.kind]) return null;
  if (places.some(({ fanOnly }) => fanOnly)) return { mode, fanOnly: true, steppers: [] };
  const valueOf = (key: string) => numberOf(shownValue(state, key));
  const steppers = places.flatMap((place) => {
    const value = valueOf(place.key);
    const other = places.find(({ key }) => key !== place.key);
    const narrowed = limitsBeside(device, limits, place.field, other ? valueOf(other.key) : null);
    // Where the other setpoint leaves no room, the value is shown all the same.
    const shownLimits = limitsIn(narrowed, unit) ?? limitsIn(limits, unit);
    if (value === null || shownLimits === null) return [];
    const view: SetpointView = {
      key: place.key,
      degrees: showTemperature(value, unit),
      range: [shownLimits.min, shownLimits.max],
      tone: place.tone,
      disabled: place.disabled || limitsIn(narrowed, unit) === null,
      toFahrenheit: (degrees) => setpointFrom(narrowed, unit, degrees),
    };
    return [view];
  });
  return steppers.length > 0 ? { mode, fanOnly: false, steppers } : null;
};

interface Props extends ControlProps {
  readonly view: SetpointsView;
}

const LABELS = { heat: 'device.heatTo', cool: 'device.coolTo', none: 'device.setTo' } as const;
/** Names of the buttons; those of one setpoint of two say which. */
const BUTTONS = {
  heat: { raise: 'device.raise.heat', lower: 'device.lower.heat' },
  cool: { raise: 'device.raise.cool', lower: 'device.lower.cool' },
  only: { raise: 'device.raise', lower: 'device.lower' },
} as const;

export function Setpoints({ device, title, disabled, edit, view: { mode, fanOnly, steppers } }: Props) {
  const t = useT();
  if (fanOnly) return <p className={styles['fan-only']}>{t('device.fanOnly')}</p>;
  const isPair = steppers.length > 1;
  return (
    <div className={styles['setpoints']}>
      {steppers.map((view) => {
        const { raise, lower } = BUTTONS[isPair && view.tone ? view.tone : 'only'];
        return (
          <Stepper
            key={view.key}
            label={t(LABELS[view.tone ?? 'none'])}
            buttons={{
              raise: t(raise, { title }),
              lower: t(lower, { title }),
            }}
            value={view.degrees}
            range={view.range}
            unit={`°${temperatureUnit()}`}
            spoken={t('device.setTo.spoken', {
              degrees: view.degrees,
              mode: mode === null ? '' : modeLabel(mode, device.mfg),
            })}
            {...(view.tone ? { tone: view.tone } : {})}
            disabled={disabled || view.disabled}
            onChange={(next) => {
              const fahrenheit = view.toFahrenheit(next);
              if (fahrenheit !== null) edit(view.key, fahrenheit);
            }}
          />
        );
      })}
    </div>
  );
}
