import type { SettingRefusal } from '#domain/control/settings/device-settings.ts';
import { HOT_WATER } from '#domain/control/gate/safety.ts';
import { limitsIn } from '#domain/control/setpoint.ts';
import { formatNumber, temperature, temperatureUnit } from '#web/lib/language/format.ts';
import { t } from '#web/lib/language/i18n.ts';

/** °F; hotter water can scald. */
export const SCALDS_ABOVE = 120;

/** The error text of a refused setting, with limits in the person's unit. */
export const refusalText = (refusal: SettingRefusal): string => {
  const unit = temperatureUnit();
  if (refusal.code === 'command_malformed') {
    return t('settings.noNumber', { example: unit === 'C' ? '55' : '130' });
  }
  if (refusal.code !== 'setpoint_out_of_range') return t(`error.${refusal.code}`);
  const limits = limitsIn(refusal, unit) ?? refusal;
  const values = { min: `${formatNumber(limits.min)} °${unit}`, max: `${formatNumber(limits.max)} °${unit}` };
  if (refusal.low) return t('settings.range', values);
  // If the limit is a safety ceiling, the text names safety rather than the model's range.
  if (refusal.max === HOT_WATER.ceiling) {
    const { value, unit: degrees } = temperature(SCALDS_ABOVE);
    return t('settings.range.safety', { ...values, scalds: `${value} ${degrees}` });
  }
  if (refusal.max === HOT_WATER.ceilingWithValve) return t('settings.range.valve', values);
  return t('settings.range', values);
};
