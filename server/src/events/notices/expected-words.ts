import type { Program } from '#contract/entities/program.ts';
import type { ExpectedTotal } from '#domain/events/plan/expected-total.ts';
import type { MessageValues } from '#domain/text/compiled-messages.ts';
import { assertWorded } from '../../lib/text/i18n.ts';
import type { Translate } from '../../lib/text/i18n.ts';
import type { Block } from '../../notify/mail-layout.ts';
import type { ReaderFormats } from '../../notify/reader-formats.ts';

assertWorded(['notice.expected.energy']);

/** For a subject: what the home may earn, and whether that is sure. */
export const expectedValues = (formats: ReaderFormats, expected: ExpectedTotal | null): MessageValues =>
  expected === null || expected.rule === 'none'
    ? { earn: 'no', money: '' }
    : {
        earn: expected.rule === 'per-event' ? 'sure' : 'about',
        money: formats.money(expected.amount, expected.currency as Program['currency']),
      };

/** What the home may earn or save, in the words of the rule; the energy beside a reward that is not for it. */
export const expectedBlocks = (
  { t, formats }: { readonly t: Translate; readonly formats: ReaderFormats },
  expected: ExpectedTotal | null,
): Block[] => {
  if (expected === null) return [];
  const energy = formats.energy(expected.wh);
  if (expected.rule === 'none') {
    return [{ strong: t('event.banner.energy', { energy }), figure: energy, note: null }];
  }
  const money = formats.money(expected.amount, expected.currency as Program['currency']);
  const about = t('event.banner.about', { amount: money });
  const block = { figure: money, note: expected.wh > 0 ? t('notice.expected.energy', { energy }) : null };
  if (expected.rule === 'per-event') return [{ strong: t('event.banner.reward.flat', { money }), ...block }];
  if (expected.rule === 'mixed') return [{ strong: t('event.banner.reward.mixed', { about }), ...block }];
  return [{ strong: t('event.banner.reward', { about, energy }), figure: money, note: null }];
};
