import { useT } from '#web/lib/i18n.ts';
import styles from './SkipLink.module.css';

/** Skips what every screen begins with; the hash belongs to the router, so the link moves the focus itself. */
export function SkipLink({ to }: { readonly to: 'main' | 'h1' }) {
  const t = useT();
  return (
    <nav aria-label={t('nav.skip')}>
      <a
        href={window.location.hash || '#/'}
        className={styles['skip']}
        onClick={(event) => {
          event.preventDefault();
          document.querySelector<HTMLElement>(to)?.focus();
        }}
      >
        {t('shell.skip')}
      </a>
    </nav>
  );
}
