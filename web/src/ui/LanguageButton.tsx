import { boot } from '#web/lib/boot-state.ts';
import { chooseLanguage, currentLanguage, useT } from '#web/lib/i18n.ts';
import { toast } from '#web/lib/toasts.ts';
import { Menu } from './Menu.tsx';
import styles from './LanguageButton.module.css';

/** Only where the provider offers several languages. */
export function LanguageButton() {
  const t = useT();
  const { enabled, supportedLanguages } = boot().page.provider.commonSettings.byodMultipleLanguages;
  if (!enabled || supportedLanguages.length < 2) return null;
  const current = currentLanguage();
  return (
    <Menu
      label={t('language.button', { language: t(`language.${current}`) })}
      button={<span className={styles['code']}>{current.toUpperCase()}</span>}
      items={supportedLanguages.map((code) => ({
        id: code,
        text: t(`language.${code}`),
        lang: code,
        checked: code === current,
        onChoose: () => {
          chooseLanguage(code).catch(() => toast('fail', t('error.network'), t('error.network.advice')));
        },
      }))}
    />
  );
}
