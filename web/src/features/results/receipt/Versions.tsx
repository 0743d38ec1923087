import { useHouse } from '#web/api/house-context.ts';
import { say } from '#web/lib/feedback/say.ts';
import { cardDate, timeOfDay } from '#web/lib/language/format.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { Card } from '#web/ui/container/Card.tsx';
import { eventEnergyWithUnit } from '../energy-text.ts';
import styles from './Receipt.module.css';
import type { ResultVersion } from './figures.ts';

/** Each time the result was computed, with its cause. */
export function Versions({ versions }: { readonly versions: readonly ResultVersion[] }) {
  const t = useT();
  const { timezone } = useHouse().house;
  return (
    <Card labelledBy="receipt-versions" className={styles['history'] ?? ''}>
      <h2 id="receipt-versions">{t('receipt.versions')}</h2>
      <p className={styles['muted']}>{t('receipt.versions.text')}</p>
      <ol className={styles['versions']}>
        {versions.map(({ time, state, cause, reductionWh }) => (
          <li key={time}>
            <b>{t(`receipt.state.${state}`)}</b>{' '}
            <time dateTime={time} className={styles['muted']}>
              {cardDate(new Date(time), timezone)}, {timeOfDay(new Date(time), timezone)}
            </time>
            <span className={styles['amount']}>
              {reductionWh === null ? t('receipt.versions.none') : eventEnergyWithUnit(reductionWh)}
            </span>
            <p>{t(`receipt.cause.${cause}`)}</p>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** The only version, in a line. */
export function VersionLine({ version: { time, state, cause } }: { readonly version: ResultVersion }) {
  const t = useT();
  const { timezone } = useHouse().house;
  const at = new Date(time);
  return (
    <p className={styles['muted']}>
      {say('receipt.version.line', {
        state: t(`receipt.state.${state}`),
        when: `${cardDate(at, timezone)}, ${timeOfDay(at, timezone)}`,
        cause: t(`receipt.cause.${cause}`),
      })}
    </p>
  );
}
