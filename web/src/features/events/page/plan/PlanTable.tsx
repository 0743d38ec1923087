import { useHouse } from '#web/api/house-context.ts';
import { timeOfDay } from '#web/lib/language/format.ts';
import { useT } from '#web/lib/language/i18n.ts';
import styles from './PlanTable.module.css';
import type { Segment } from './plan-axis.ts';
import { segmentText } from './segment-text.ts';
import type { Part } from './segment-text.ts';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly part: Part;
  readonly segments: readonly Segment[];
}

interface Props {
  readonly rows: readonly Row[];
  /** ms; null: the event was not cancelled. */
  readonly cancelledAt: number | null;
}

/** The bars of the axis as a table. */
export function PlanTable({ rows, cancelledAt }: Props) {
  const t = useT();
  const { timezone } = useHouse().house;
  const time = (instant: number) => timeOfDay(new Date(instant), timezone);
  return (
    <div className={styles['scroll']}>
      <table className={styles['table']}>
        <caption>{t('event.table.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('event.table.device')}</th>
            <th scope="col">{t('event.table.from')}</th>
            <th scope="col">{t('event.table.to')}</th>
            <th scope="col">{t('event.table.what')}</th>
          </tr>
        </thead>
        {cancelledAt === null ? null : (
          <tbody>
            <tr>
              <th scope="row">{t('event.table.all')}</th>
              <td className="tabular" colSpan={2}>
                {time(cancelledAt)}
              </td>
              <td>{t('event.table.cancelled')}</td>
            </tr>
          </tbody>
        )}
        {rows.map(({ id, name, part, segments }) => (
          <tbody key={id}>
            {segments.map((segment, index) => (
              <tr key={segment.from}>
                {index === 0 ? (
                  <th scope="rowgroup" rowSpan={segments.length}>
                    {name}
                  </th>
                ) : null}
                <td className="tabular">{time(segment.from)}</td>
                <td className="tabular">{time(segment.to)}</td>
                <td>{segmentText(segment, part)}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}
