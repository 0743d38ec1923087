import { useState } from 'react';
import type { Value } from '#contract/entities/device.ts';
import type { Values } from '#domain/control/values.ts';
import type { Mode, Parameter } from '#domain/manufacturers/define.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { Button } from '#web/ui/form/Button.tsx';
import styles from './Parameters.module.css';
import { ParameterFields, valuesInForce } from './Parameters.tsx';

interface Props {
  readonly mode: Mode;
  readonly onStart: (values: Values) => void;
  readonly onCancel: () => void;
}

/** A choice of which one must be named, such as the rate: the command would fall back to the full one. */
const isRequired = ({ oneOf }: Parameter, { parameters }: Mode): boolean =>
  oneOf !== undefined && parameters.some((other) => other.oneOf === oneOf && other.initial !== undefined);

/** The parameters of a mode that was chosen and has not started yet. */
export function ModeForm({ mode, onStart, onCancel }: Props) {
  const t = useT();
  const [values, setValues] = useState<Values>({});
  const [invalid, setInvalid] = useState<readonly string[]>([]);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const required = mode.parameters.filter((parameter) => isRequired(parameter, mode));
  const isMissing = required.length > 0 && !required.some(({ name }) => Object.hasOwn(values, name));
  const change = (parameter: Parameter, value: Value) => {
    const exclusiveParameters = mode.parameters.filter(
      ({ name, oneOf }) => name !== parameter.name && oneOf !== undefined && oneOf === parameter.oneOf,
    );
    const kept = Object.entries(values).filter(
      ([name]) => !exclusiveParameters.some((other) => other.name === name),
    );
    setValues({ ...Object.fromEntries(kept), [parameter.name]: value });
  };
  const shown = valuesInForce(mode, ({ name }) => values[name] ?? null);
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setIsSubmitted(true);
        if (!isMissing && invalid.length === 0) onStart(values);
      }}
    >
      <p>{t('parameter.notStarted')}</p>
      <ParameterFields
        mode={mode}
        values={Object.fromEntries(
          Object.entries(shown).filter(
            ([name]) => name in values || !required.some((parameter) => parameter.name === name),
          ),
        )}
        onChange={change}
        onInvalid={(name, isInvalid) =>
          setInvalid((before) => [
            ...before.filter((invalidName) => invalidName !== name),
            ...(isInvalid ? [name] : []),
          ])
        }
        missing={isSubmitted && isMissing ? required : []}
      />
      <div className={styles['actions']}>
        <Button onClick={onCancel}>{t('action.cancel')}</Button>
        <Button look="primary" type="submit">
          {t('parameter.start')}
        </Button>
      </div>
    </form>
  );
}
