import type { DeviceReceipt } from '#contract/entities/result.ts';
import { dateTimeFormat } from '#domain/text/intl-cache.ts';
import { localeTag, t, useT } from '#web/lib/language/i18n.ts';
import { eventEnergyText } from '../energy-text.ts';
import styles from './UsualDays.module.css';

interface Column {
  readonly day: string;
  readonly wh: number | null;
  /** null: the day was used. */
  readonly reason: DeviceReceipt['daysLeftOut'][number]['reason'] | null;
}

const columnsOf = ({ daysUsed, daysLeftOut }: DeviceReceipt): readonly Column[] =>
  [
    ...daysUsed.map(({ day, wh }) => ({ day, wh: wh.reduce((sum, value) => sum + value, 0), reason: null })),
    ...daysLeftOut.map(({ day, wh, reason }) => ({ day, wh, reason })),
  ].toSorted((a, b) => a.day.localeCompare(b.day));

const dayText = (day: string): string =>
  dateTimeFormat(localeTag(), { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

const SATURDAY = 6;

/** Why a day was left out; of one of another kind, which kind that is. */
const reasonText = (day: string, reason: NonNullable<Column['reason']>): string => {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return t(`receipt.day.${reason}`, { weekend: weekday % SATURDAY === 0 ? 'yes' : 'no' });
};

/** The days that the usual was taken from, as bars, and those that were left out, with the reason. */
export function UsualDays({ receipt }: { readonly receipt: DeviceReceipt }) {
  useT();
  const columns = columnsOf(receipt);
  // What was given is below zero, and its bars are as high.
  const largest = Math.max(1, ...columns.map(({ wh }) => Math.abs(wh ?? 0)));
  const leftOut = columns
    .flatMap(({ day, reason }) => (reason === null ? [] : [{ day, reason }]))
    .toReversed();
  return (
    <>
      <ol className={styles['days']}>
        {columns.map(({ day, wh, reason }) => (
          <li key={day} className={reason === null ? styles['used'] : styles['out']}>
            <span className={styles['value']}>{wh === null ? '' : eventEnergyText(wh)}</span>
            <span className={styles['track']} aria-hidden="true">
              <span
                className={styles['bar']}
                style={{
                  blockSize: `${reason === null ? Math.max(2, (100 * Math.abs(wh ?? 0)) / largest) : 100}%`,
                }}
              />
            </span>
            <span className={styles['day']}>{dayText(day)}</span>
            <span className="visually-hidden">
              {reason === null ? t('receipt.days.used') : reasonText(day, reason)}
            </span>
          </li>
        ))}
      </ol>
      <ul className={styles['legend']} aria-hidden="true">
        <li className={styles['used-key']}>{t('receipt.days.used')}</li>
        {leftOut.length > 0 ? <li className={styles['out-key']}>{t('receipt.days.leftOut')}</li> : null}
      </ul>
      {leftOut.length > 0 ? (
        <table className={styles['reasons']}>
          <caption className="visually-hidden">{t('receipt.days.leftOut')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('receipt.days.leftOut')}</th>
              <th scope="col">{t('receipt.days.why')}</th>
            </tr>
          </thead>
          <tbody>
            {leftOut.map(({ day, reason }) => (
              <tr key={day}>
                <th scope="row">{dayText(day)}</th>
                <td>{reasonText(day, reason)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </>
  );
}
