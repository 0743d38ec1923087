import { boot } from '#web/lib/boot-state.ts';
import { useT } from '#web/lib/i18n.ts';
import { paths } from '#web/lib/paths.ts';
import { useLocation } from '#web/lib/router.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import { usePageHeading } from '#web/ui/page-heading.ts';
import styles from './Messages.module.css';

const TABS = [
  { path: paths.inbox, label: 'messages.inbox' },
  { path: paths.favorites, label: 'messages.favorites' },
  { path: paths.archived, label: 'messages.archived' },
] as const;

/** The provider's messages. None can be sent yet, so each list says what will be found in it. */
export function Messages() {
  const t = useT();
  const { path } = useLocation();
  const heading = usePageHeading(t('messages.title'));
  return (
    <div className={styles['messages']}>
      <h1 ref={heading} tabIndex={-1}>
        {t('messages.title')}
      </h1>
      <Tabs
        label={t('messages.title')}
        current={path}
        tabs={TABS.map((tab) => ({ path: tab.path, text: t(tab.label) }))}
      />
      <EmptyState icon="messages" title={t('messages.none')}>
        {t('messages.none.advice', { provider: boot().page.provider.name })}
      </EmptyState>
    </div>
  );
}
