import { boot } from '#web/lib/boot-state.ts';
import styles from './Brand.module.css';

/** Logo and name of the provider; below 768 px the small logo. */
export function Brand({ compact = false }: { readonly compact?: boolean }) {
  const { provider } = boot().page;
  const name = compact ? provider.shortName : provider.name;
  return (
    <span className={styles['brand']}>
      <picture>
        <source media="(width < 768px)" srcSet={provider.logoLightSmall} />
        <img src={provider.logoLight} alt="" width={36} height={36} />
      </picture>
      <span className={styles['name']}>{name}</span>
    </span>
  );
}
