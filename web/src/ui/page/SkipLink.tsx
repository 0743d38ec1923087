import { useT } from '#web/lib/language/i18n.ts';
import styles from './SkipLink.module.css';

/** Moves the focus past the navigation. The router owns the hash, so the link sets the focus by script. */
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
