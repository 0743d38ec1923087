import { PASSWORD_STRENGTHS, passwordStrength } from '#domain/account/password-strength.ts';
import { useT } from '#web/lib/language/i18n.ts';
import styles from './PasswordMeter.module.css';

interface Props {
  readonly password: string;
  /** null: not signed in. */
  readonly person: { readonly email: string; readonly firstName: string } | null;
}

/** How hard the password is to guess, in four steps and a word; shown once something is typed. */
export function PasswordMeter({ password, person }: Props) {
  const t = useT();
  const strength = passwordStrength(password, person ?? { email: '', firstName: '' });
  const steps = password === '' ? 0 : PASSWORD_STRENGTHS.indexOf(strength) + 1;
  const word = steps === 0 ? '' : t(`password.strength.${strength}`);
  return (
    <div className={styles['meter']} data-strength={steps === 0 ? undefined : strength}>
      {steps === 0 ? null : (
        <div
          className={styles['steps']}
          role="meter"
          aria-label={t('password.strength')}
          aria-valuemin={0}
          aria-valuemax={PASSWORD_STRENGTHS.length}
          aria-valuenow={steps}
          aria-valuetext={word}
        >
          {PASSWORD_STRENGTHS.map((step, index) => (
            <span key={step} className={index < steps ? styles['filled'] : undefined} />
          ))}
        </div>
      )}
      {/* Stays in the document, because a new one would not be read out. */}
      <p className={styles['word']} role="status">
        {word === '' ? '' : t('password.strength.is', { strength: word })}
      </p>
    </div>
  );
}
