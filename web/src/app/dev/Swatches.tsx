import { tokenNames } from '#domain/brand/token-names.ts';
import { Card } from '#web/ui/container/Card.tsx';
import styles from './Gallery.module.css';

/** The colour tokens of the current brand. */
export function Swatches() {
  return (
    <Card label="Colours">
      <h2>Colours</h2>
      <ul className={styles['row']}>
        {tokenNames.map((name) => (
          <li key={name} className={styles['icon']}>
            <span className={styles['swatch']} style={{ background: `var(--color-${name})` }} />
            {name}
          </li>
        ))}
      </ul>
    </Card>
  );
}
