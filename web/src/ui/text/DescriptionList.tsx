import styles from './DescriptionList.module.css';

/** A description list of names and values. */
export function DescriptionList({
  rows,
}: {
  readonly rows: readonly (readonly [name: string, value: string])[];
}) {
  return (
    <dl className={styles['list']}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
