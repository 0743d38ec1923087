import { boot } from '#web/lib/boot-state.ts';
import { currentLanguage, languageName, switchLanguage, useT } from '#web/lib/language/i18n.ts';
import { toast } from '#web/lib/feedback/toasts.ts';
import { Menu } from '../overlay/Menu.tsx';
import type { MenuItem } from '../overlay/Menu.tsx';
import styles from './LanguageButton.module.css';

/** One menu entry for each language of the provider; none where it has only one. */
const languageItems = (t: ReturnType<typeof useT>): MenuItem[] => {
  const { enabled, supportedLanguages } = boot().page.provider.commonSettings.byodMultipleLanguages;
  if (!enabled || supportedLanguages.length < 2) return [];
  return supportedLanguages.map((code) => ({
    id: code,
    text: languageName(code),
    lang: code,
    section: t('language.title'),
    checked: code === currentLanguage(),
    onChoose: () => {
      switchLanguage(code).catch(() => toast('fail', t('error.network'), t('error.network.advice')));
    },
  }));
};

export function LanguageButton() {
  const t = useT();
  const items = languageItems(t);
  if (items.length === 0) return null;
  const code = currentLanguage();
  return (
    <Menu
      label={t('language.button', { code: code.toUpperCase(), language: languageName(code) })}
      button={<span className={styles['code']}>{code.toUpperCase()}</span>}
      items={items}
    />
  );
}
