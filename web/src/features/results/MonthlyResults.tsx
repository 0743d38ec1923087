import type { MonthlyResults as Results } from '#contract/entities/result.ts';
import { dateTimeFormat } from '#domain/intl-cache.ts';
import { kilowattHours } from '#web/lib/format.ts';
import { localeTag, useT } from '#web/lib/i18n.ts';
import { moneyText } from '#web/lib/quantity-text.ts';
import { AccordionCard } from '#web/ui/AccordionCard.tsx';
import styles from './MonthlyResults.module.css';
import { seasonTotal } from './season-total.ts';
import { useReward } from './use-reward.ts';

const monthName = (month: string): string =>
  dateTimeFormat(localeTag(), { month: 'long', timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`));

interface Block {
  readonly label: string;
  readonly value: string;
}

/** Earned in the present seasons of all programs; null: there is no reward. */
const useSeasonReward = (): string | null => {
  const { data } = useReward();
  const season = data ? seasonTotal(data) : null;
  return season && moneyText(season.amount, season.currency);
};

/** The current month of the house: events, energy saved, participation, and what the season has earned. */
export function MonthlyResults({ results }: { readonly results: Results }) {
  const t = useT();
  const reward = useSeasonReward();
  const { eventCount, responseCount, savedWh } = results;
  const saved = kilowattHours(savedWh);
  const title = t('month.title', { month: monthName(results.month) });
  const summary =
    eventCount === 0
      ? t('month.events.none')
      : t('month.summary', { count: eventCount, energy: `${saved.value}\u00A0${saved.unit}` });
  const blocks: readonly Block[] = [
    { label: t('month.events'), value: String(eventCount) },
    { label: t('month.saved'), value: `${saved.value}\u00A0${saved.unit}` },
    {
      label: t('month.participation'),
      value: t('leaderboard.participation', { responses: responseCount, events: eventCount }),
    },
    ...(reward === null ? [] : [{ label: t('month.season'), value: reward }]),
  ];
  return (
    <AccordionCard title={title} summary={summary}>
      <p className={styles['title']} aria-hidden="true">
        {title}
      </p>
      <dl className={styles['blocks']}>
        {blocks.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {eventCount === 0 ? <p className={styles['none']}>{t('month.events.none.text')}</p> : null}
    </AccordionCard>
  );
}
