import { describe, expect, test } from 'vitest';
import { collator, dateTimeFormat, numberFormat, pluralRules } from './intl-cache.ts';

describe('Intl objects', () => {
  test('[LANG-5] are made once for each locale and set of options', () => {
    expect(dateTimeFormat('en', { timeZone: 'UTC' })).toBe(dateTimeFormat('en', { timeZone: 'UTC' }));
    expect(numberFormat('es', {})).toBe(numberFormat('es', {}));
    expect(pluralRules('en', { type: 'ordinal' })).toBe(pluralRules('en', { type: 'ordinal' }));
    expect(collator('en', { numeric: true })).toBe(collator('en', { numeric: true }));
  });

  test('[LANG-5] differ where locale or options differ', () => {
    const time = new Date('2026-07-04T03:00:00Z');
    const dayIn = (locale: string, timeZone: string) =>
      dateTimeFormat(locale, { timeZone, weekday: 'long' }).format(time);
    expect([dayIn('en', 'UTC'), dayIn('es', 'UTC'), dayIn('en', 'America/Denver')]).toEqual([
      'Saturday',
      'sábado',
      'Friday',
    ]);
    expect(numberFormat('en', { minimumFractionDigits: 1 }).format(2)).toBe('2.0');
    expect(numberFormat('en', {}).format(2)).toBe('2');
    expect(pluralRules('en', { type: 'ordinal' }).select(2)).toBe('two');
    expect(pluralRules('en', { type: 'cardinal' }).select(2)).toBe('other');
  });

  test('[T-39] are dropped when there are more than 2,000', () => {
    const first = numberFormat('en', { minimumIntegerDigits: 21 });
    for (let digits = 0; digits < 2_000; digits += 1) {
      numberFormat('en', {
        minimumIntegerDigits: 1 + (digits % 20),
        minimumFractionDigits: Math.floor(digits / 20) % 20,
        maximumFractionDigits: 20 + Math.floor(digits / 400),
      });
    }
    expect(numberFormat('en', { minimumIntegerDigits: 21 })).not.toBe(first);
  });
});
