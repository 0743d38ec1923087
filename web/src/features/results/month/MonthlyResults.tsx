import type { MonthlyResults as Results } from '#contract/entities/result.ts';
import { localDate } from '#domain/events/season.ts';
import { dateTimeFormat } from '#domain/text/intl-cache.ts';
import { hasFailed } from '#web/api/query-failure.ts';
import { useHouse } from '#web/api/house-context.ts';
import { now } from '#web/lib/browser/clock.ts';
import { cardDate, kilowattHours } from '#web/lib/language/format.ts';
import { localeTag, t, useT } from '#web/lib/language/i18n.ts';
import { moneyText } from '#web/lib/language/quantity-text.ts';
import { receiptPath } from '#web/lib/routing/paths.ts';
import { AccordionCard } from '#web/ui/container/AccordionCard.tsx';
import { RetryButton } from '#web/ui/form/RetryButton.tsx';
import { Skeleton } from '#web/ui/container/Skeleton.tsx';
import { TextLink } from '#web/ui/text/TextLink.tsx';
import styles from './MonthlyResults.module.css';
import { eventEnergyWithUnit } from '../energy-text.ts';
import { resultKey, useSeenResults } from '../news/seen-results.ts';
import { monthReward } from './month-reward.ts';
import { useReward } from '../rewards/use-reward.ts';

const monthName = (month: string): string =>
  dateTimeFormat(localeTag(), { month: 'long', timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`));

interface Block {
  readonly label: string;
  readonly value: string;
}

/** The figure that comes first, and what is said about it. */
interface Lead {
  readonly value: string;
  readonly note: string;
  /** Stands last: the year so far, or why no money is told. null: there is no reward. */
  readonly ending: string | null;
  readonly isMoney: boolean;
  /** Set where the money could not be loaded. */
  readonly retry?: () => unknown;
}

const NOT_KNOWN_YET: Lead = { value: '\u00A0', note: '', ending: '\u00A0', isMoney: true };

/** What the month has earned; where there is no reward, or it is not known, what it has saved. */
const useLead = ({ month }: Results, energy: string): Lead => {
  const { timezone } = useHouse().house;
  const query = useReward();
  const { data } = query;
  if (!data)
    return hasFailed(query)
      ? {
          value: energy,
          note: t('month.saved.note'),
          ending: t('rewards.failed'),
          isMoney: false,
          retry: query.refetch,
        }
      : NOT_KNOWN_YET;
  const reward = monthReward(data, month, timezone);
  if (!reward) return { value: energy, note: t('month.saved.note'), ending: null, isMoney: false };
  const money = (amount: number) => moneyText(amount, reward.currency);
  return {
    value: money(reward.total),
    note:
      reward.provisional > 0
        ? t('month.earned.provisional', { money: money(reward.provisional) })
        : t('month.earned'),
    ending: t('month.year', { money: money(reward.year) }),
    isMoney: true,
  };
};

/** Where the result of the newest event rests once it is no news: it leads to its receipt. */
function LatestLine() {
  useT();
  const { user, house, results } = useHouse();
  const [latest] = results;
  const isSeen = useSeenResults();
  if (!latest?.settled || !isSeen(resultKey(user.id, latest))) return null;
  const { savedWh, eventId, startTime } = latest;
  return (
    <p className={styles['latest']}>
      {t(savedWh === null ? 'month.latest.none' : savedWh < 0 ? 'month.latest.more' : 'month.latest', {
        day: cardDate(new Date(startTime), house.timezone),
        energy: eventEnergyWithUnit(Math.abs(savedWh ?? 0)),
      })}{' '}
      <TextLink href={`#${receiptPath(eventId)}`}>{t('receipt.link')}</TextLink>
    </p>
  );
}

function Awaited() {
  useT();
  const { timezone } = useHouse().house;
  const title = t('month.title', { month: monthName(localDate(now().getTime(), timezone).slice(0, 7)) });
  return (
    <AccordionCard name="month" title={title}>
      <div className={styles['month']}>
        <p className={styles['title']} aria-hidden="true">
          {title}
        </p>
        <Skeleton height="8rem" label={t('state.loading')} />
      </div>
    </AccordionCard>
  );
}

/** The current month of the house: what it has earned, events, energy saved, participation. null: it is not known yet. */
export function MonthlyResults({ results }: { readonly results: Results | null }) {
  return results ? <Known results={results} /> : <Awaited />;
}

function Known({ results }: { readonly results: Results }) {
  useT();
  const { eventCount, responseCount, savedWh } = results;
  const saved = kilowattHours(savedWh);
  const energy = `${saved.value}\u00A0${saved.unit}`;
  const lead = useLead(results, energy);
  const title = t('month.title', { month: monthName(results.month) });
  const figures = lead.isMoney
    ? lead === NOT_KNOWN_YET
      ? energy
      : `${lead.value} ·\u00A0${energy}`
    : t('month.summary', { count: eventCount, energy });
  const blocks: readonly Block[] = [
    { label: t('month.events'), value: String(eventCount) },
    ...(lead.isMoney ? [{ label: t('month.saved'), value: energy }] : []),
    {
      label: t('month.participation'),
      value: t('leaderboard.participation', { responses: responseCount, events: eventCount }),
    },
  ];
  return (
    <AccordionCard name="month" title={title} summary={eventCount === 0 ? t('month.events.none') : figures}>
      <div className={styles['month']}>
        <p className={styles['title']} aria-hidden="true">
          {title}
        </p>
        <div className={styles['lead']}>
          <p className={styles['figure']}>{lead.value}</p>
          <p>{lead.note}</p>
          {lead.ending === null ? null : <p className={styles['ending']}>{lead.ending}</p>}
          {lead.retry ? <RetryButton look="quiet" subject={t('rewards.title')} onRetry={lead.retry} /> : null}
          {eventCount === 0 ? <p className={styles['ending']}>{t('month.events.none.text')}</p> : null}
        </div>
        <LatestLine />
        <dl className={styles['blocks']}>
          {blocks.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </AccordionCard>
  );
}
