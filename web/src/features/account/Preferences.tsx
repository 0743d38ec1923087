import { boot } from '#web/lib/boot-state.ts';
import { switchLanguage, currentLanguage, useT } from '#web/lib/i18n.ts';
import { THEMES, chooseTheme, useTheme } from '#web/lib/theme.ts';
import { toast } from '#web/lib/toasts.ts';
import { Card } from '#web/ui/Card.tsx';
import { Choice } from '#web/ui/Choice.tsx';
import styles from './Account.module.css';
import { MessageSettings } from './MessageSettings.tsx';

export function Preferences() {
  const t = useT();
  const theme = useTheme();
  const { enabled, supportedLanguages } = boot().page.provider.commonSettings.byodMultipleLanguages;
  return (
    <>
      <MessageSettings />
      <Card labelledBy="look">
        <h2 id="look">{t('notify.look')}</h2>
        <div className={styles['choices']}>
          <Choice
            label={t('theme.title')}
            value={theme}
            options={THEMES.map((choice) => ({ value: choice, text: t(`theme.${choice}`) }))}
            onChoose={chooseTheme}
          />
          {enabled ? (
            <Choice
              label={t('language.title')}
              value={currentLanguage()}
              options={supportedLanguages.map((code) => ({ value: code, text: t(`language.${code}`) }))}
              onChoose={(code) => {
                switchLanguage(code).catch(() =>
                  toast('fail', t('error.network'), t('error.network.advice')),
                );
              }}
            />
          ) : null}
        </div>
      </Card>
    </>
  );
}
