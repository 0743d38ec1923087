import { useState } from 'react';
import type { Value } from '#contract/entities/device.ts';
import { parameterKey } from '#domain/control/controls.ts';
import { shownValue } from '#domain/control/state.ts';
import type { ControlState } from '#domain/control/state.ts';
import type { Mode, Parameter } from '#domain/manufacturers/define.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useT, labelFor } from '#web/lib/i18n.ts';
import { Field } from '#web/ui/Field.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { Select } from '#web/ui/Select.tsx';
import { Toggle } from '#web/ui/Toggle.tsx';
import styles from './Parameters.module.css';

interface OneProps {
  readonly parameter: Parameter;
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
}

/** Any text can be typed; a number in range is applied on blur. */
function NumberParameter({ parameter: { name, unit, range }, value, onChange }: OneProps) {
  const t = useT();
  const [draft, setDraft] = useState<string | null>(null);
  const label = labelFor('parameter', name);
  const limits = range
    ? t('parameter.range', { min: formatNumber(range[0]), max: formatNumber(range[1]) })
    : null;
  const fits = (wanted: number) => !range || (wanted >= range[0] && wanted <= range[1]);
  const error = draft !== null && draft !== '' && !fits(Number(draft)) ? limits : null;
  return (
    <Field
      label={unit ? `${label} (${unit === 'percent' ? '%' : unit})` : label}
      type="number"
      inputMode="numeric"
      {...(limits && !error ? { hint: limits } : {})}
      error={error}
      value={draft ?? (value === null ? '' : String(value))}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={() => {
        const wanted = draft === null || draft === '' ? null : Number(draft);
        if (wanted !== null && !fits(wanted)) return;
        setDraft(null);
        if (wanted !== null && wanted !== value) onChange(wanted);
      }}
    />
  );
}

function OneParameter({ parameter, value, onChange }: OneProps) {
  const { name, type, options = [] } = parameter;
  const label = labelFor('parameter', name);
  if (type === 'flag') return <Toggle label={label} checked={value === true} onChange={onChange} />;
  if (type === 'number') return <NumberParameter parameter={parameter} value={value} onChange={onChange} />;
  return (
    <Select
      label={label}
      value={String(value ?? '')}
      options={options.map((option) => ({ value: option, text: labelFor(`parameter.${name}`, option) }))}
      onChoose={onChange}
    />
  );
}

interface Props {
  readonly state: ControlState;
  readonly edit: (key: string, value: Value) => void;
  readonly modeKey: string;
  readonly mode: Mode;
  /** Open at first, because the person has just chosen the mode. */
  readonly startsOpen: boolean;
}

/** Fields for the parameters of a mode. Of mutually exclusive parameters only the one that applies has a value. */
export function Parameters({ state, edit, modeKey, mode, startsOpen }: Props) {
  const t = useT();
  const keyOf = ({ name }: Parameter) => parameterKey(modeKey, name);
  const valueOf = (parameter: Parameter): Value | null => {
    const own = shownValue(state, keyOf(parameter));
    const rivals = mode.parameters.filter(
      (other) => other !== parameter && other.oneOf !== undefined && other.oneOf === parameter.oneOf,
    );
    const isReplaced = rivals.some((rival) => shownValue(state, keyOf(rival)) !== null);
    return own ?? (isReplaced ? null : (parameter.initial ?? null));
  };
  return (
    <details className={styles['parameters']} open={startsOpen}>
      <summary>
        {t('parameter.title')}
        <Icon name="chevron-down" size={18} />
      </summary>
      <div className={styles['fields']}>
        {mode.parameters.map((parameter) => (
          <OneParameter
            key={parameter.name}
            parameter={parameter}
            value={valueOf(parameter)}
            onChange={(value) => edit(keyOf(parameter), value)}
          />
        ))}
      </div>
    </details>
  );
}
