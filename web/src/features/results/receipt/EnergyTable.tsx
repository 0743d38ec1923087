import type { ReactNode } from 'react';
import { useT } from '#web/lib/language/i18n.ts';
import { Card } from '#web/ui/container/Card.tsx';
import { exactEnergyText } from '../energy-text.ts';
import styles from './Receipt.module.css';
import tableStyles from '../figures-table.module.css';
import type { Totals } from './figures.ts';

interface Row {
  readonly id: string;
  readonly name: ReactNode;
  /** null: there is no number. */
  readonly figures: Totals | null;
}

interface Props {
  readonly id: string;
  readonly title: string;
  readonly first: string;
  readonly rows: readonly Row[];
  readonly total: Totals;
  readonly totalName: string;
  readonly note?: string;
}

/** Usual, actual and saved of each row, and of all. */
export function EnergyTable({ id, title, first, rows, total, totalName, note }: Props) {
  const t = useT();
  const cells = (figures: Totals | null) => (
    <>
      <td data-column={t('receipt.usual')}>{exactEnergyText(figures?.baselineWh ?? null)}</td>
      <td data-column={t('receipt.actual')}>{exactEnergyText(figures?.actualWh ?? null)}</td>
      <td data-column={t('results.saved')}>
        <b>{exactEnergyText(figures?.reductionWh ?? null)}</b>
      </td>
    </>
  );
  return (
    <Card labelledBy={id}>
      <h2 id={id}>{title}</h2>
      <table className={tableStyles['table']} aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            <th scope="col">{t('receipt.usual')}</th>
            <th scope="col">{t('receipt.actual')}</th>
            <th scope="col">{t('results.saved')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">{row.name}</th>
              {cells(row.figures)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{totalName}</th>
            {cells(total)}
          </tr>
        </tfoot>
      </table>
      {note ? <p className={styles['muted']}>{note}</p> : null}
    </Card>
  );
}
