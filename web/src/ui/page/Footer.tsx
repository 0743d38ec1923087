import { boot } from '#web/lib/boot-state.ts';
import { currentLanguage, useT } from '#web/lib/language/i18n.ts';
import { useIdle } from '#web/lib/browser/timers.ts';
import styles from './Footer.module.css';
import { SafeHtml } from '../text/SafeHtml.tsx';

/** The provider's footer HTML, if it has one, in the current language; it is last on the page and comes last. */
export function Footer() {
  useT();
  const isIdle = useIdle(true);
  const { text, translations } = boot().page.provider.homeAppFooter;
  const html = translations.find(({ language }) => language === currentLanguage())?.text ?? text;
  if (!html) return null;
  return <footer className={styles['footer']}>{isIdle ? <SafeHtml html={html} /> : null}</footer>;
}
