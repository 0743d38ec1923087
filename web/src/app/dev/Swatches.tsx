import { tokenNames } from '#domain/brand/tokens.ts';
import { Card } from '#web/ui/Card.tsx';
import styles from './Parts.module.css';

/** The colour roles as the brand of this visit fills them. */
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
