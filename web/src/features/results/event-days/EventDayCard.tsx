import { memo, useId, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { EventDay } from '#contract/entities/result.ts';
import { SHOWN_AS_IMPACT } from '#domain/events/plan/strategies/shown-as-impact.ts';
import { clockTime } from '#domain/time/dates.ts';
import { HOUR, MINUTE } from '#domain/time/durations.ts';
import { cardDate, formatNumber } from '#web/lib/language/format.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { temperatureText } from '#web/lib/language/quantity-text.ts';
import styles from './EventDays.module.css';
import { eventEnergyText } from '../energy-text.ts';

const TABS = ['energy', 'participation'] as const;
type Tab = (typeof TABS)[number];

/** 3:05 */
const durationText = ({ startTime, endTime }: EventDay): string => {
  const minutes = Math.round((Date.parse(endTime) - Date.parse(startTime)) / MINUTE);
  const perHour = HOUR / MINUTE;
  return `${Math.floor(minutes / perHour)}:${String(minutes % perHour).padStart(2, '0')}`;
};

/** Of the larger value, 0 to 100. */
const percentOf = (value: number | null, largest: number): number =>
  value === null || largest <= 0 ? 0 : (100 * Math.max(0, value)) / largest;

/** What was given is below zero. */
const isGiven = (wh: number | null): boolean => wh !== null && wh < 0;

interface BarProps {
  readonly label: string;
  readonly text: string;
  readonly percent: number;
  readonly look: 'used' | 'saved';
}

function Bar({ label, text, percent, look }: BarProps) {
  return (
    <div className={styles['figure']}>
      <dt>{label}</dt>
      <dd>
        <span className={styles['track']} aria-hidden="true">
          <span className={styles[look]} style={{ inlineSize: `${percent}%` }} />
        </span>
        <b>{text}</b>
      </dd>
    </div>
  );
}

interface EnergyProps {
  readonly day: EventDay;
  readonly reward: string | null;
  readonly why: string | null;
}

function Energy({ day, reward, why }: EnergyProps) {
  const t = useT();
  const { eventEnergy, reductionEnergy } = day.performance;
  const energy = eventEnergy === null ? null : Math.abs(eventEnergy);
  const largest = Math.max(energy ?? 0, reductionEnergy ?? 0);
  return (
    <>
      <dl className={styles['figures']}>
        <Bar
          label={t(isGiven(eventEnergy) ? 'results.given' : 'results.used')}
          text={eventEnergyText(energy)}
          percent={percentOf(energy, largest)}
          look="used"
        />
        <Bar
          label={t('results.saved')}
          text={eventEnergyText(reductionEnergy)}
          percent={percentOf(reductionEnergy, largest)}
          look="saved"
        />
      </dl>
      <p className={styles['unit']}>
        {reductionEnergy === null ? why : t(reductionEnergy < 0 ? 'results.usedMore' : 'results.inEvent')}
        {reward ? (
          <b>
            <span className="visually-hidden">{t('receipt.reward')} </span>
            {reward}
          </b>
        ) : null}
      </p>
      {reductionEnergy !== null && why !== null ? <p className={styles['why']}>{why}</p> : null}
    </>
  );
}

function Participation({ day }: { readonly day: EventDay }) {
  const t = useT();
  const sumOf = (field: 'devicesContactedCount' | 'respondedCount' | 'noResponseCount' | 'optOutCount') =>
    day.events.reduce((sum, event) => sum + event[field], 0);
  const parts = [
    ['responded', sumOf('respondedCount')],
    ['noResponse', sumOf('noResponseCount')],
    ['optedOut', sumOf('optOutCount')],
  ] as const;
  return (
    <>
      <p className={styles['contacted']}>
        {t('results.contacted', { count: sumOf('devicesContactedCount') })}
      </p>
      <div className={styles['parts']} aria-hidden="true">
        {parts.map(([part, count]) => (
          <span key={part} className={styles[part]} style={{ flexGrow: count }} />
        ))}
      </div>
      <dl className={styles['counts']}>
        {parts.map(([part, count]) => (
          <div key={part}>
            <dt className={styles[`${part}-key`]}>{t(`results.${part}`)}</dt>
            <dd>{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

interface Props {
  readonly day: EventDay;
  readonly zone: string;
  /** The one that the date picker names; only its tabs are reached by the Tab key. */
  readonly isChosen: boolean;
  /** What it earned; null: nothing is known of it. */
  readonly reward: string | null;
  /** Why there is no number, or no reward; null: there are both. */
  readonly why: string | null;
  readonly onChoose: (id: string) => void;
}

/** One event day: when, the weather, and in two tabs the energy and the participation. */
function DayCard({ day, zone, isChosen, reward, why, onChoose }: Props) {
  const t = useT();
  const id = useId();
  const [tab, setTab] = useState<Tab>('energy');
  const start = new Date(day.startTime);
  const { avgTemperature, eventTemperature, description } = day.weather;
  const temperature = eventTemperature ?? avgTemperature;
  const weather = [temperature === null ? null : temperatureText(temperature), description]
    .filter((text) => text !== null)
    .join(' ');
  const titles: Readonly<Record<Tab, string>> = {
    energy: t(
      day.events.some(({ type }) => SHOWN_AS_IMPACT.includes(type))
        ? 'results.tab.impact'
        : 'results.tab.energy',
    ),
    participation: t('results.tab.participation'),
  };
  const onTabKey = (event: KeyboardEvent<HTMLElement>) => {
    const other = tab === 'energy' ? 'participation' : 'energy';
    const next = { ArrowLeft: other, ArrowRight: other, Home: 'energy', End: 'participation' } as const;
    const chosen = next[event.key as keyof typeof next];
    if (!chosen) return;
    event.preventDefault();
    event.stopPropagation();
    setTab(chosen);
    document.getElementById(`${id}-${chosen}`)?.focus();
  };
  return (
    <li className={styles['card']} tabIndex={-1} data-chosen={isChosen || undefined}>
      <button type="button" className={styles['head']} tabIndex={-1} onClick={() => onChoose(day.id)}>
        <span className={styles['date']}>{cardDate(start, zone)}</span>
        <span className={styles['weather']}>{weather}</span>
        <span className={styles['time']}>
          {clockTime(start, zone)} · <span className="visually-hidden">{t('results.duration')} </span>
          {durationText(day)}
        </span>
      </button>
      <div
        role="tablist"
        tabIndex={-1}
        aria-label={cardDate(start, zone)}
        className={styles['tabs']}
        onKeyDown={onTabKey}
      >
        {TABS.map((name) => (
          <button
            key={name}
            id={`${id}-${name}`}
            type="button"
            role="tab"
            aria-selected={name === tab}
            aria-controls={`${id}-panel`}
            tabIndex={isChosen && name === tab ? 0 : -1}
            onClick={() => {
              onChoose(day.id);
              setTab(name);
            }}
          >
            {titles[name]}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${tab}`} className={styles['panel']}>
        {tab === 'energy' ? <Energy day={day} reward={reward} why={why} /> : <Participation day={day} />}
      </div>
    </li>
  );
}

/** Drawn again only when its own data change: there may be hundreds of them. */
export const EventDayCard = memo(DayCard);
