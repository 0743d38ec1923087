import { useT } from '#web/lib/language/i18n.ts';
import { moneyText } from '#web/lib/language/quantity-text.ts';
import { Card } from '#web/ui/container/Card.tsx';
import { Chip } from '#web/ui/text/Chip.tsx';
import { exactEnergyText } from '../energy-text.ts';
import styles from './Equation.module.css';
import { wayOf } from './figures.ts';
import type { Earned, ResultVersion, Totals, Way } from './figures.ts';

interface Props {
  readonly totals: Totals;
  readonly earned: Earned | null;
  readonly newest: ResultVersion | undefined;
  /** Of a kWh; null: the reward is not the energy times a price. */
  readonly price?: Earned | null;
  /** In a sentence; null: that stands above it. */
  readonly title?: string | null;
}

export function StateChip({ state }: Pick<ResultVersion, 'state'>) {
  const t = useT();
  return <Chip tone={state === 'provisional' ? 'warn' : 'ok'}>{t(`receipt.state.${state}`)}</Chip>;
}

/** Usual less actual is what was saved, and what it earned; on phones one below the other, as on a bill. */
export function Equation({ totals, earned, newest, price = null, title = null }: Props) {
  const t = useT();
  const energy = (wh: number) => (
    <>
      {exactEnergyText(wh)}
      <span className={styles['unit']}>{t('receipt.kwh')}</span>
    </>
  );
  const { baselineWh, actualWh, reductionWh } = totals;
  const usual = { sign: '', label: t('receipt.usual'), value: energy(baselineWh) };
  const given = { label: t('results.given'), value: energy(-actualWh) };
  const compared = {
    used: [usual, { sign: '−', label: t('receipt.actual'), value: energy(actualWh) }],
    given: [
      { ...given, sign: '' },
      { sign: '−', label: t('receipt.usual.given'), value: energy(-baselineWh) },
    ],
    turned: [usual, { ...given, sign: '+' }],
    stopped: [usual, { sign: '−', label: t('receipt.actual'), value: energy(actualWh) }],
  } as const satisfies Record<Way, unknown>;
  const terms = [
    ...compared[wayOf(totals)],
    {
      sign: '=',
      label: t(reductionWh < 0 ? 'receipt.more' : 'results.saved'),
      value: energy(reductionWh),
    },
    ...(price
      ? [{ sign: '×', label: t('receipt.price'), value: moneyText(price.amount, price.currency) }]
      : []),
    ...(earned
      ? [
          {
            sign: price ? '=' : '→',
            label: t('receipt.reward'),
            value: moneyText(earned.amount, earned.currency),
          },
        ]
      : []),
  ];
  return (
    <Card label={t('receipt.sum')}>
      {title === null ? null : <h2 className={styles['title']}>{title}</h2>}
      <div className={styles['equation']}>
        <dl className={styles['terms']}>
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
        {newest ? <StateChip state={newest.state} /> : null}
      </div>
    </Card>
  );
}
