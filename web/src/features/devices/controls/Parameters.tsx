import { useState } from 'react';
import type { Value } from '#contract/entities/device.ts';
import type { KnownValues, Values } from '#domain/control/values.ts';
import type { Mode, Parameter } from '#domain/manufacturers/define.ts';
import { formatNumber } from '#web/lib/language/format.ts';
import { useT, labelFor } from '#web/lib/language/i18n.ts';
import { Field } from '#web/ui/form/Field.tsx';
import { Icon } from '#web/ui/icon/icons.tsx';
import { Select } from '#web/ui/form/Select.tsx';
import { Toggle } from '#web/ui/form/Toggle.tsx';
import styles from './Parameters.module.css';

/** The values of a mode's parameters by name; of mutually exclusive ones only the one that applies has a value. */
export const valuesInForce = (mode: Mode, valueOf: (parameter: Parameter) => Value | null): Values =>
  Object.fromEntries(
    mode.parameters.flatMap((parameter) => {
      const isReplaced = mode.parameters.some(
        (other) =>
          other !== parameter &&
          other.oneOf !== undefined &&
          other.oneOf === parameter.oneOf &&
          valueOf(other) !== null,
      );
      const value = valueOf(parameter) ?? (isReplaced ? null : (parameter.initial ?? null));
      return value === null ? [] : [[parameter.name, value] as const];
    }),
  );

interface OneProps {
  readonly parameter: Parameter;
  readonly value: Value | null;
  /** No value was entered where one is needed. */
  readonly isMissing: boolean;
  readonly onChange: (value: Value) => void;
  readonly onInvalid: (isInvalid: boolean) => void;
}

/** Any text can be typed; a number in range is applied on blur, another one is refused beside the field. */
function NumberParameter({
  parameter: { name, unit, range },
  value,
  isMissing,
  onChange,
  onInvalid,
}: OneProps) {
  const t = useT();
  const [draft, setDraft] = useState<string | null>(null);
  const [isRefused, setRefused] = useState(false);
  const label = labelFor('parameter', name);
  const limits = { min: formatNumber(range?.[0] ?? 0), max: formatNumber(range?.[1] ?? 0) };
  const fits = (wanted: number) => !range || (wanted >= range[0] && wanted <= range[1]);
  const refuse = (refused: boolean) => {
    setRefused(refused);
    onInvalid(refused);
  };
  const apply = () => {
    const wanted = draft === null || draft === '' ? null : Number(draft);
    const isOutside = wanted !== null && !fits(wanted);
    refuse(isOutside);
    if (isOutside) return;
    setDraft(null);
    if (wanted !== null && wanted !== value) onChange(wanted);
  };
  const error = isRefused ? t('parameter.outOfRange', limits) : isMissing ? t('parameter.missing') : null;
  return (
    <Field
      label={unit ? `${label} (${unit === 'percent' ? '%' : unit})` : label}
      type="number"
      inputMode="numeric"
      {...(range && !isRefused ? { hint: t('parameter.range', limits) } : {})}
      error={error}
      value={draft ?? (value === null ? '' : String(value))}
      onChange={(event) => {
        const typed = event.target.value;
        setDraft(typed);
        if (isRefused) refuse(typed !== '' && !fits(Number(typed)));
      }}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply();
      }}
    />
  );
}

function OneParameter(props: OneProps) {
  const { parameter, value, onChange } = props;
  const { name, type, options = [] } = parameter;
  const label = labelFor('parameter', name);
  if (type === 'flag') return <Toggle label={label} checked={value === true} onChange={onChange} />;
  if (type === 'number') return <NumberParameter {...props} />;
  return (
    <Select
      label={label}
      value={String(value ?? '')}
      options={options.map((option) => ({ value: option, text: labelFor(`parameter.${name}`, option) }))}
      onChoose={onChange}
    />
  );
}

interface FieldsProps {
  readonly mode: Mode;
  /** By parameter name. */
  readonly values: KnownValues;
  readonly onChange: (parameter: Parameter, value: Value) => void;
  readonly onInvalid?: (name: string, isInvalid: boolean) => void;
  readonly missing?: readonly Parameter[];
}

export function ParameterFields({ mode, values, onChange, onInvalid, missing = [] }: FieldsProps) {
  return (
    <div className={styles['fields']}>
      {mode.parameters.map((parameter) => (
        <OneParameter
          key={parameter.name}
          parameter={parameter}
          value={values[parameter.name] ?? null}
          isMissing={missing.includes(parameter)}
          onChange={(value) => onChange(parameter, value)}
          onInvalid={(isInvalid) => onInvalid?.(parameter.name, isInvalid)}
        />
      ))}
    </div>
  );
}

interface ParametersProps extends Pick<FieldsProps, 'mode' | 'onChange'> {
  readonly valueOf: (parameter: Parameter) => Value | null;
}

/** The parameters of the mode that is in force; a change is sent by itself. */
export function Parameters({ mode, valueOf, onChange }: ParametersProps) {
  const t = useT();
  return (
    <details className={styles['parameters']}>
      <summary>
        {t('parameter.title')}
        <Icon name="chevron-down" size={18} />
      </summary>
      <ParameterFields mode={mode} values={valuesInForce(mode, valueOf)} onChange={onChange} />
    </details>
  );
}
