import { boot } from '#web/lib/boot-state.ts';
import { currentLanguage, useT } from '#web/lib/i18n.ts';
import styles from './Footer.module.css';
import { SafeHtml } from './SafeHtml.tsx';

/** The provider's footer HTML, if it has one, in the current language. */
export function Footer() {
  useT();
  const { text, translations } = boot().page.provider.homeAppFooter;
  const html = translations.find(({ language }) => language === currentLanguage())?.text ?? text;
  if (!html) return null;
  return (
    <footer className={styles['footer']}>
      <SafeHtml html={html} />
    </footer>
  );
}
