import { useState } from 'react';
import type { ReactNode } from 'react';
import { controlsOf, parameterKey, visibleControlsOf } from '#domain/control/controls.ts';
import type { DeviceControl as Control } from '#domain/control/controls.ts';
import { shownValue } from '#domain/control/state.ts';
import type { Values } from '#domain/control/values.ts';
import type { Mode } from '#domain/manufacturers/define.ts';
import { modelOf } from '#domain/manufacturers/index.ts';
import { useT, labelFor } from '#web/lib/language/i18n.ts';
import { Choice } from '#web/ui/form/Choice.tsx';
import { Select } from '#web/ui/form/Select.tsx';
import styles from './Controls.module.css';
import { ConfirmMode, ModeForm, Parameters } from './lazy-controls.tsx';
import { textShown } from './Setpoints.tsx';
import type { ControlProps } from './Setpoints.tsx';
import { modeLabel } from '../card/card-content.ts';

/** Up to so many options, with so many letters in all, are a segmented control; more are a select. */
const SIDE_BY_SIDE = 4;
const SIDE_BY_SIDE_LETTERS = 22;

interface OptionsProps {
  readonly control: Control;
  readonly device: ControlProps['device'];
  readonly current: string | null;
  readonly disabled: boolean;
  readonly onChoose: (name: string) => void;
}

function ModeOrFan({ device, control, current, disabled, onChoose }: OptionsProps) {
  const t = useT();
  const model = modelOf(device);
  const isMode = control.field === 'mode';
  const names = isMode ? model.modes.map(({ name }) => name) : model.fanModes;
  const word = (name: string) => (isMode ? modeLabel(name, device.mfg) : labelFor('fan', name));
  // A device may report a value that is not in its list: it is shown as long as it is the current one.
  const all = current === null || names.includes(current) ? names : [current, ...names];
  const options = all.map((name) => ({ value: name, text: word(name) }));
  const props = {
    label: isMode ? t('device.mode.label') : t('device.fan.label'),
    value: current ?? '',
    options: current === null ? [{ value: '', text: '--' }, ...options] : options,
    disabled,
    onChoose,
  };
  const letters = options.reduce((sum, { text }) => sum + text.length, 0);
  return isMode && current !== null && all.length <= SIDE_BY_SIDE && letters <= SIDE_BY_SIDE_LETTERS ? (
    <Choice {...props} quiet />
  ) : (
    <Select {...props} />
  );
}

/** A mode whose parameters are numbers is started from a form; the others start when they are chosen. */
const needsForm = (mode: Mode): boolean => mode.parameters.some(({ type }) => type === 'number');

/** What a person has chosen and not started yet: first the form, then the question. */
interface Draft {
  readonly control: Control;
  readonly mode: Mode;
  readonly values: Values;
  readonly step: 'form' | 'confirm';
}

/** Selectors of mode and fan, and the parameters of the mode. */
export function ModeControls({
  device,
  state,
  disabled,
  edit,
  children,
}: ControlProps & { readonly children: ReactNode }) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const changeable = disabled ? [] : controlsOf(device);
  const isChangeable = ({ key }: Control) => changeable.some((control) => control.key === key);
  const controls = visibleControlsOf(device).filter(({ field }) => field === 'mode' || field === 'fanMode');
  const { modes } = modelOf(device);
  const modeControl = controls.find(({ hasParameters }) => hasParameters);
  const current = modes.find(({ name }) => name === textShown(state, modeControl?.key));

  const start = ({ control, mode, values }: Draft) => {
    setDraft(null);
    edit(control.key, mode.name);
    for (const [name, value] of Object.entries(values)) edit(parameterKey(control.key, name), value);
  };
  const advance = (next: Draft) => {
    if (next.mode.confirm && next.step === 'form') setDraft({ ...next, step: 'confirm' });
    else start(next);
  };
  const choose = (control: Control, name: string) => {
    const mode = control.field === 'mode' ? modes.find((option) => option.name === name) : undefined;
    if (mode === undefined) return edit(control.key, name);
    const chosen: Draft = { control, mode, values: {}, step: 'form' };
    if (needsForm(mode)) setDraft(mode === current ? null : chosen);
    else advance(chosen);
  };

  return (
    <>
      <div className={styles['choices']}>
        {controls.map((control) => (
          <ModeOrFan
            key={control.key}
            device={device}
            control={control}
            current={draft?.control.key === control.key ? draft.mode.name : textShown(state, control.key)}
            disabled={!isChangeable(control)}
            onChoose={(name) => choose(control, name)}
          />
        ))}
        {children}
      </div>
      {draft !== null && needsForm(draft.mode) && !disabled ? (
        <ModeForm
          key={draft.mode.name}
          mode={draft.mode}
          onStart={(values) => advance({ ...draft, values, step: 'form' })}
          onCancel={() => setDraft(null)}
        />
      ) : null}
      {draft === null &&
      modeControl &&
      current &&
      current.parameters.length > 0 &&
      isChangeable(modeControl) ? (
        <Parameters
          key={current.name}
          mode={current}
          valueOf={({ name }) => shownValue(state, parameterKey(modeControl.key, name))}
          onChange={({ name }, value) => edit(parameterKey(modeControl.key, name), value)}
        />
      ) : null}
      {draft?.step === 'confirm' ? (
        <ConfirmMode
          mode={draft.mode.name}
          label={modeLabel(draft.mode.name, device.mfg)}
          onCancel={() => setDraft(null)}
          onConfirm={() => start(draft)}
        />
      ) : null}
    </>
  );
}
