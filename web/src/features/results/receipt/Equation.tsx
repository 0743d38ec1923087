import { useT } from '#web/lib/language/i18n.ts';
import { moneyText } from '#web/lib/language/quantity-text.ts';
import { Card } from '#web/ui/container/Card.tsx';
import { Chip } from '#web/ui/text/Chip.tsx';
import { eventEnergyText } from '../energy-text.ts';
import styles from './Equation.module.css';
import type { Earned, ResultVersion, Totals } from './figures.ts';

interface Props {
  readonly totals: Totals;
  readonly earned: Earned | null;
  readonly newest: ResultVersion | undefined;
  /** One below the other on wide screens too. */
  readonly isNarrow?: boolean;
}

/** Usual less actual is what was saved, and what it earned; on phones one below the other, as on a bill. */
export function Equation({ totals, earned, newest, isNarrow = false }: Props) {
  const t = useT();
  const energy = (wh: number) => (
    <>
      {eventEnergyText(wh)}
      <span className={styles['unit']}>{t('receipt.kwh')}</span>
    </>
  );
  const terms = [
    { sign: '', label: t('receipt.usual'), value: energy(totals.baselineWh) },
    { sign: '−', label: t('receipt.actual'), value: energy(totals.actualWh) },
    {
      sign: '=',
      label: t(totals.reductionWh < 0 ? 'receipt.more' : 'results.saved'),
      value: energy(totals.reductionWh),
    },
    ...(earned
      ? [{ sign: '→', label: t('receipt.reward'), value: moneyText(earned.amount, earned.currency) }]
      : []),
  ];
  return (
    <Card label={t('receipt.sum')}>
      <div className={styles['equation']}>
        <dl className={isNarrow ? styles['terms'] : `${styles['terms']} ${styles['row']}`}>
          {terms.map(({ sign, label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                {sign ? (
                  <span className={styles['sign']} aria-hidden="true">
                    {sign}
                  </span>
                ) : null}
                {value}
              </dd>
            </div>
          ))}
        </dl>
        {newest ? (
          <Chip tone={newest.state === 'provisional' ? 'warn' : 'ok'}>
            {t(`receipt.state.${newest.state}`)}
          </Chip>
        ) : null}
      </div>
    </Card>
  );
}
