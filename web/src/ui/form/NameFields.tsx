import type { RefObject } from 'react';
import { isPlainName } from '#domain/account/name.ts';
import { t, useT } from '#web/lib/language/i18n.ts';
import { Field } from './Field.tsx';

const FIELDS = [
  { name: 'firstName', autoComplete: 'given-name' },
  { name: 'lastName', autoComplete: 'family-name' },
] as const;
type Name = (typeof FIELDS)[number]['name'];
type Names = Readonly<Record<Name, string>>;

/** The inputs by field, for the form that focuses the one at fault. */
export type NameInputs = Partial<Record<Name, HTMLInputElement | null>>;

export interface NameFault {
  readonly name: Name;
  readonly text: string;
}

const faultOf = (name: Name, value: string): NameFault | null => {
  if (value.trim() === '') return { name, text: t(`profile.${name}.missing`) };
  return isPlainName(value) ? null : { name, text: t('error.name_invalid') };
};

/** The first name that is missing or holds what cannot be seen; null: both can be saved. */
export const nameFault = (names: Names): NameFault | null =>
  FIELDS.map(({ name }) => faultOf(name, names[name])).find((fault) => fault !== null) ?? null;

interface Props {
  readonly names: Names;
  readonly fault: { readonly name: string; readonly text: string } | null;
  readonly inputs: RefObject<NameInputs>;
  readonly onChange: (names: Names) => void;
}

/** First and last name of a person. */
export function NameFields({ names, fault, inputs, onChange }: Props) {
  const translate = useT();
  return FIELDS.map(({ name, autoComplete }) => (
    <Field
      key={name}
      label={translate(`profile.${name}`)}
      name={name}
      autoComplete={autoComplete}
      maxLength={100}
      value={names[name]}
      error={fault?.name === name ? fault.text : null}
      inputRef={(element) => {
        inputs.current[name] = element;
      }}
      onChange={(event) => onChange({ ...names, [name]: event.target.value })}
    />
  ));
}
