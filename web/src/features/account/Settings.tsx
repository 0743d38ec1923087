import type { TemperatureUnit } from '#contract/entities/account.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import { api } from '#web/api/session.ts';
import { boot } from '#web/lib/boot-state.ts';
import { temperatureUnit } from '#web/lib/language/format.ts';
import { currentLanguage, languageName, switchLanguage, useT } from '#web/lib/language/i18n.ts';
import { THEMES, chooseTheme, useTheme } from '#web/lib/browser/theme.ts';
import { toast } from '#web/lib/feedback/toasts.ts';
import { Card } from '#web/ui/container/Card.tsx';
import { Choice } from '#web/ui/form/Choice.tsx';
import styles from './Account.module.css';
import { Comfort } from './Comfort.tsx';
import { useAccount } from './account-queries.ts';

const UNITS = ['F', 'C'] as const;

/** The unit of all temperatures; kept with the account, so that it holds in every browser. */
function UnitChoice() {
  const t = useT();
  const { user, params, setUser } = useAccount();
  const choose = async (unit: TemperatureUnit) => {
    setUser({ temperatureUnit: unit });
    try {
      await api.put('/account/{id}/preferences', { params, body: { temperatureUnit: unit } });
    } catch (error) {
      setUser({ temperatureUnit: user.temperatureUnit });
      toast('fail', t('notify.save.failed'), errorMessage(error));
    }
  };
  return (
    <Choice
      label={t('unit.title')}
      value={temperatureUnit()}
      options={UNITS.map((unit) => ({ value: unit, text: t(`unit.${unit}`) }))}
      onChoose={(unit) => void choose(unit)}
    />
  );
}

/** What holds for the home in events, and how the portal looks. */
export function Settings() {
  const t = useT();
  const theme = useTheme();
  const { enabled, supportedLanguages } = boot().page.provider.commonSettings.byodMultipleLanguages;
  return (
    <>
      <Comfort />
      <Card labelledBy="look">
        <h2 id="look">{t('notify.look')}</h2>
        <div className={styles['choices']}>
          <Choice
            label={t('theme.title')}
            value={theme}
            options={THEMES.map((choice) => ({ value: choice, text: t(`theme.${choice}`) }))}
            onChoose={chooseTheme}
          />
          <UnitChoice />
          {enabled ? (
            <Choice
              label={t('language.title')}
              value={currentLanguage()}
              options={supportedLanguages.map((code) => ({ value: code, text: languageName(code) }))}
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
