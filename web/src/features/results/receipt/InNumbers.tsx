import type { DeviceReceipt } from '#contract/entities/result.ts';
import { formatNumber } from '#web/lib/language/format.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { exactEnergyText, exactEnergyWithUnit } from '../energy-text.ts';
import styles from './Receipt.module.css';
import { isMeasured, wayOf } from './figures.ts';

const averageOf = ({ daysUsed }: DeviceReceipt): number => {
  const total = daysUsed.reduce((sum, { wh }) => sum + wh.reduce((all, value) => all + value, 0), 0);
  return daysUsed.length === 0 ? 0 : total / daysUsed.length;
};

/** The smallest change that shows in two decimals. */
const SHOWN_FACTOR = 0.005;
const SHOWN_WH = 5;

/** What the adjustment did: "× 1.04" or "+ 0.12"; null: nothing that would show. */
const adjustmentText = ({ adjustment, intervals }: DeviceReceipt): string | null => {
  if (!adjustment || adjustment.reason !== null) return null;
  const { type, applied } = adjustment;
  if (type === 'scalar') return Math.abs(applied - 1) < SHOWN_FACTOR ? null : `× ${formatNumber(applied, 2)}`;
  const wh = Math.abs(applied) * intervals.length;
  return wh < SHOWN_WH ? null : `${applied < 0 ? '−' : '+'} ${exactEnergyText(wh)}`;
};

/** Whether the usual use is another than what the lines above it come to as they are shown. */
const isRounded = (average: number, { adjustment, intervals, baselineWh }: DeviceReceipt): boolean => {
  const { type, applied } =
    adjustment && adjustment.reason === null ? adjustment : { type: 'scalar', applied: 1 };
  const shown = Math.round(average);
  const adjusted =
    type === 'scalar'
      ? shown * (Math.round(applied * 100) / 100)
      : shown + Math.round(applied * intervals.length);
  return Math.round(adjusted) !== baselineWh;
};

/** How the result of one device comes about, in words and as a calculation. */
export function InNumbers({ receipt }: { readonly receipt: DeviceReceipt }) {
  const t = useT();
  if (!isMeasured(receipt)) {
    const { code, ...values } = receipt.reason ?? { code: 'no_energy_data' as const };
    return <p>{t(`receipt.reason.${code}`, values)}</p>;
  }
  const { adjustment, baselineWh, actualWh, reductionWh, daysUsed } = receipt;
  const average = averageOf(receipt);
  const adjusted = adjustmentText(receipt);
  const rows = [
    [t('receipt.numbers.average', { count: daysUsed.length }), exactEnergyWithUnit(average)],
    ...(adjusted ? [[t('receipt.numbers.adjustment'), adjusted]] : []),
    [t('receipt.usual'), exactEnergyWithUnit(baselineWh)],
    [
      t(actualWh < 0 ? 'results.given' : 'receipt.actual'),
      `${actualWh < 0 ? '+' : '−'} ${exactEnergyWithUnit(Math.abs(actualWh))}`,
    ],
  ];
  return (
    <>
      <h3>{t('receipt.words')}</h3>
      <p>
        {t('receipt.words.average', {
          count: daysUsed.length,
          average: exactEnergyWithUnit(Math.abs(average)),
          gives: average < 0 ? 'yes' : 'no',
        })}{' '}
        {adjusted
          ? `${t('receipt.words.adjusted', { change: adjusted, usual: exactEnergyWithUnit(baselineWh) })} `
          : ''}
        {adjustment?.reason ? `${t(`receipt.adjustment.${adjustment.reason}`)} ` : ''}
        {t(reductionWh < 0 ? 'receipt.words.more' : 'receipt.words.saved', {
          actual: exactEnergyWithUnit(Math.abs(actualWh)),
          way: wayOf(receipt),
          saved: exactEnergyWithUnit(Math.abs(reductionWh)),
        })}{' '}
        {receipt.estimated ? t('receipt.estimated.text') : ''}
      </p>
      <h3>{t('receipt.numbers')}</h3>
      <dl className={styles['numbers']}>
        {rows.map(([label = '', value = '']) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div className={styles['result']}>
          <dt>{t(reductionWh < 0 ? 'receipt.more' : 'results.saved')}</dt>
          <dd>{exactEnergyWithUnit(reductionWh)}</dd>
        </div>
      </dl>
      {average < 0 || baselineWh < 0 ? <p className={styles['muted']}>{t('receipt.below')}</p> : null}
      {isRounded(average, receipt) ? <p className={styles['muted']}>{t('receipt.numbers.rounded')}</p> : null}
    </>
  );
}
