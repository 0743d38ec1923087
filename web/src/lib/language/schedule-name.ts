import type { Language } from '#contract/entities/account.ts';
import type { DeviceSchedule } from '#contract/entities/schedule.ts';
import { currentLanguage, labelFor } from './i18n.ts';

/** Providers set schedules up: the names they commonly give have words in every language, another name stays as it is. */
export const withShownNames = (
  schedules: readonly DeviceSchedule[],
  /** The one that is shown. */
  language: Language,
): readonly DeviceSchedule[] =>
  language === currentLanguage()
    ? schedules.map((schedule) => ({ ...schedule, name: labelFor('schedule.name', schedule.name) }))
    : schedules;
