import { useState } from 'react';
import type { Ref } from 'react';
import { useT } from '#web/lib/language/i18n.ts';
import { Field } from './Field.tsx';
import styles from './PasswordField.module.css';
import { Icon } from '../icon/icons.tsx';

interface Props {
  readonly label: string;
  readonly name: string;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly error?: string | null;
  readonly value?: string;
  readonly describedBy?: string;
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly onChange?: (value: string) => void;
}

/** A password input with a button that shows the text. */
export function PasswordField({ describedBy, onChange, ...rest }: Props) {
  const t = useT();
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...rest}
      {...(describedBy ? { describedBy } : {})}
      type={shown ? 'text' : 'password'}
      maxLength={512}
      autoCapitalize="none"
      spellCheck={false}
      onChange={onChange ? (event) => onChange(event.target.value) : undefined}
      after={
        <button
          type="button"
          className={styles['reveal']}
          aria-pressed={shown}
          aria-label={t('signIn.password.show')}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eye-off' : 'eye'} size={20} />
        </button>
      }
    />
  );
}
