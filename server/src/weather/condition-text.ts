import type { Language } from '#contract/entities/account.ts';
import { translatorFor } from '../lib/text/i18n.ts';

/** The conditions that have wording; every other one of OpenWeather reads as the one that stands for its hundred. */
const WORDED = [200, 500, 501, 502, 600, 601, 741, 800, 801, 802, 803, 804];
const USUAL_OF_HUNDRED: Readonly<Record<number, number>> = { 2: 200, 3: 500, 5: 501, 6: 601, 7: 741, 8: 802 };

/** The words for a condition of OpenWeather; null: nobody knows it. */
export const conditionText = (language: Language, condition: number): string | null => {
  const id = WORDED.includes(condition) ? condition : USUAL_OF_HUNDRED[Math.floor(condition / 100)];
  return id === undefined ? null : translatorFor(language)(`weather.condition.${id}`);
};
