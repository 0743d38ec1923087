import { useRef } from 'react';
import type { Terms } from '#contract/entities/terms.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { Icon } from '../icon/icons.tsx';
import { ScrollArea } from '../container/ScrollArea.tsx';
import { SafeHtml } from '../text/SafeHtml.tsx';
import styles from './TermsTexts.module.css';

function TermsText({
  title,
  html,
  lang,
}: {
  readonly title: string;
  readonly html: string;
  readonly lang: string;
}) {
  const area = useRef<HTMLDivElement>(null);
  return (
    <details className={styles['text']}>
      <summary>
        <Icon name="chevron-down" size={20} />
        {title}
      </summary>
      <ScrollArea label={title} areaRef={area} className={styles['scroll']}>
        <SafeHtml html={html} lang={lang} namesTargets />
      </ScrollArea>
    </details>
  );
}

/** Terms of use and privacy notice, each opened where it stands. */
export function TermsTexts({ terms: { terms, privacy, language } }: { readonly terms: Terms }) {
  const t = useT();
  return (
    <div className={styles['texts']}>
      <TermsText title={t('terms.terms')} html={terms} lang={language} />
      <TermsText title={t('terms.privacy')} html={privacy} lang={language} />
    </div>
  );
}
