import type { DeviceReceipt } from '#contract/entities/result.ts';
import { formatNumber } from '#web/lib/language/format.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { eventEnergyText, eventEnergyWithUnit } from '../energy-text.ts';
import styles from './Receipt.module.css';
import { isMeasured } from './figures.ts';

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
  return wh < SHOWN_WH ? null : `${applied < 0 ? '−' : '+'} ${eventEnergyText(wh)}`;
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
    [t('receipt.numbers.average', { count: daysUsed.length }), eventEnergyWithUnit(average)],
    ...(adjusted ? [[t('receipt.numbers.adjustment'), adjusted]] : []),
    [t('receipt.usual'), eventEnergyWithUnit(baselineWh)],
    [t('receipt.actual'), `− ${eventEnergyWithUnit(actualWh)}`],
  ];
  return (
    <>
      <h3>{t('receipt.words')}</h3>
      <p>
        {t('receipt.words.average', { count: daysUsed.length, average: eventEnergyWithUnit(average) })}{' '}
        {adjusted
          ? `${t('receipt.words.adjusted', { change: adjusted, usual: eventEnergyWithUnit(baselineWh) })} `
          : ''}
        {adjustment?.reason ? `${t(`receipt.adjustment.${adjustment.reason}`)} ` : ''}
        {t(reductionWh < 0 ? 'receipt.words.more' : 'receipt.words.saved', {
          actual: eventEnergyWithUnit(actualWh),
          saved: eventEnergyWithUnit(Math.abs(reductionWh)),
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
          <dd>{eventEnergyWithUnit(reductionWh)}</dd>
        </div>
      </dl>
    </>
  );
}
