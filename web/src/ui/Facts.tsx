import styles from './Facts.module.css';

/** Names and values, read-only. */
export function Facts({ rows }: { readonly rows: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl className={styles['facts']}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
