import { PASSWORD_LENGTH, PASSWORD_RULES, brokenRules } from '#domain/account/password.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { PasswordMeter } from './PasswordMeter.tsx';
import styles from './PasswordRules.module.css';
import { Icon } from '../icon/icons.tsx';

interface Props {
  readonly id: string;
  readonly password: string;
  /** null: not signed in, so the rules about name and e-mail cannot be checked here, and are only told. */
  readonly person: { readonly email: string; readonly firstName: string } | null;
}

const PERSONAL: readonly string[] = ['notEmail', 'notName'];

/** How strong the password is, and its rules, each checked as the person types. */
export function PasswordRules({ id, password, person }: Props) {
  const t = useT();
  const broken = brokenRules(password, person ?? { email: '', firstName: '' });
  return (
    <div className={styles['checks']}>
      <PasswordMeter password={password} person={person} />
      <ul id={id} className={styles['rules']}>
        {PASSWORD_RULES.filter((rule) => person !== null || !PERSONAL.includes(rule)).map((rule) => {
          const met = password !== '' && !broken.includes(rule);
          return (
            <li key={rule} className={met ? styles['met'] : undefined}>
              <span className={styles['mark']} aria-hidden="true">
                {met ? <Icon name="check" size={16} /> : null}
              </span>
              <span>{t(`password.rule.${rule}`, { min: PASSWORD_LENGTH.min })}</span>
              <span className="visually-hidden">{t(`password.rule.${met ? 'met' : 'open'}`)}</span>
            </li>
          );
        })}
      </ul>
      {person === null ? <p className={styles['personal']}>{t('password.rule.personal')}</p> : null}
    </div>
  );
}
