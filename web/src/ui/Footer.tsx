import { boot } from '#web/lib/boot-state.ts';
import styles from './Footer.module.css';
import { SafeHtml } from './SafeHtml.tsx';

/** The provider's own words, where it has any. */
export function Footer() {
  const { text } = boot().page.provider.homeAppFooter;
  if (!text) return null;
  return (
    <footer className={styles['footer']}>
      <SafeHtml html={text} />
    </footer>
  );
}
