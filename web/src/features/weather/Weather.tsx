import type { HouseWeather, WeatherDay } from '#contract/entities/weather.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import { useHouse } from '#web/api/house-context.ts';
import { now } from '#web/lib/browser/clock.ts';
import { hasFailed, useLastError } from '#web/api/query-failure.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { useMediaQuery } from '#web/lib/browser/media-query.ts';
import { useFailureToast } from '#web/lib/feedback/toasts.ts';
import { Accordion } from '#web/ui/container/Accordion.tsx';
import { AccordionCard } from '#web/ui/container/AccordionCard.tsx';
import { AgeLine } from '#web/ui/text/AgeLine.tsx';
import { RetryButton } from '#web/ui/form/RetryButton.tsx';
import { Card } from '#web/ui/container/Card.tsx';
import { Failure } from '#web/ui/container/Failure.tsx';
import styles from './Weather.module.css';
import { ConditionIcon } from './ConditionIcon.tsx';
import { WaitingRows } from './WaitingRows.tsx';
import { useWeather } from './use-weather.ts';
import {
  PLACEHOLDER,
  capitalized,
  cloudsText,
  dayDate,
  dayName,
  degreesText,
  descriptionText,
  precipitationText,
  temperatureWithUnit,
  windText,
} from './weather-text.ts';

/** What is cut is read in full by a screen reader. */
function Description({ text }: { readonly text: string | null }) {
  const short = descriptionText(text);
  if (text === null || short === text) return capitalized(short);
  return (
    <>
      <span aria-hidden="true">{capitalized(short)}</span>
      <span className="visually-hidden">{text}</span>
    </>
  );
}

function Current({ current }: { readonly current: HouseWeather['current'] | null }) {
  const t = useT();
  return (
    <div className={styles['current']}>
      <ConditionIcon code={current?.icon ?? null} size={40} />
      <p className={styles['temperature']}>{temperatureWithUnit(current?.temp ?? null)}</p>
      <div className={styles['conditions']}>
        <p className={styles['description']}>
          <Description text={current?.description ?? null} />
        </p>
        <dl>
          <div>
            <dt>{t('weather.wind')}</dt> <dd>{windText(current?.windSpeed ?? null)}</dd>
          </div>
          <div>
            <dt>{t('weather.precipitation')}</dt> <dd>{precipitationText(current?.precip ?? null)}</dd>
          </div>
        </dl>
      </div>
    </div>
  );
}

function Day({ day }: { readonly day: WeatherDay }) {
  const t = useT();
  const { timezone } = useHouse().house;
  return (
    <li className={styles['day']}>
      <p className={styles['name']}>
        <time dateTime={day.time}>
          {dayName(day, now(), timezone)} <small>{dayDate(day, timezone)}</small>
        </time>
      </p>
      <ConditionIcon code={day.icon} size={24} />
      <p className={styles['range']}>
        <b>
          <span className="visually-hidden">{t('weather.high')} </span>
          {degreesText(day.max)}
        </b>{' '}
        <span>
          <span className="visually-hidden">{t('weather.low')} </span>
          {degreesText(day.min)}
        </span>
      </p>
      <p className={styles['words']}>
        <Description text={day.description} />
      </p>
      <dl>
        <div>
          <dt>
            <abbr title={t('weather.precipitation')}>{t('weather.precipitation.short')}</abbr>
          </dt>{' '}
          <dd>{precipitationText(day.precip)}</dd>
        </div>
        <div>
          <dt>{t('weather.clouds')}</dt> <dd>{cloudsText(day.clouds)}</dd>
        </div>
      </dl>
    </li>
  );
}

function Days({ days }: { readonly days: readonly WeatherDay[] }) {
  return (
    <ul className={styles['days']}>
      {days.map((day) => (
        <Day key={day.time} day={day} />
      ))}
    </ul>
  );
}

interface FooterProps {
  readonly weather: HouseWeather | null;
  readonly failed: boolean;
  /** Why, as far as it is known. */
  readonly error: Error | null;
  readonly retry: () => unknown;
}

/** How old the weather is, that it is simulated, or why there is none. */
function Footer({ weather, failed, error, retry }: FooterProps) {
  const t = useT();
  const { timezone } = useHouse().house;
  return (
    <div className={`${styles['footer']} ${weather ? '' : styles['failed']}`}>
      <p>
        {weather || !failed ? null : error ? errorMessage(error) : t('weather.failed')}
        {weather?.source === 'simulated' ? `${t('weather.simulated')} · ` : null}
        {/* Last: its length changes every second. */}
        {weather ? <AgeLine time={new Date(weather.current.time)} zone={timezone} /> : null}
      </p>
      {failed ? <RetryButton look="quiet" subject={t('weather.title')} onRetry={retry} /> : null}
    </div>
  );
}

/** The day after today; today if there is no other. */
const nextDay = (days: readonly WeatherDay[]): WeatherDay | undefined => days[1] ?? days[0];

const forecastSummary = (weather: HouseWeather | null, zone: string): string => {
  const day = weather ? nextDay(weather.days) : undefined;
  return day
    ? `${dayName(day, now(), zone)} ${degreesText(day.max)}\u00A0/\u00A0${degreesText(day.min)}`
    : PLACEHOLDER;
};

const currentSummary = (weather: HouseWeather | null): string =>
  weather
    ? `${temperatureWithUnit(weather.current.temp)} ·\u00A0${descriptionText(weather.current.description)}`
    : PLACEHOLDER;

/** The weather at the house: now and in the next days. Below 1024 px two accordions, else one card. */
export function Weather() {
  const t = useT();
  const { timezone } = useHouse().house;
  const isWide = useMediaQuery('(width >= 1024px)');
  const query = useWeather();
  const { data, dataUpdatedAt, isLoading, refetch } = query;
  const failed = hasFailed(query);
  const error = useLastError(query);
  useFailureToast(t('weather.failed'), query.error, dataUpdatedAt);
  const weather = data ?? null;
  const footer = <Footer weather={weather} failed={failed} error={error} retry={refetch} />;
  // Rows of placeholders tell nothing that the row above them does not.
  const days = weather ? <Days days={weather.days} /> : null;
  const isSimulated = weather?.source === 'simulated';
  const current = {
    name: 'weather',
    title: isSimulated ? t('weather.simulated') : t('weather.title'),
    summary: currentSummary(weather),
    failed: weather === null,
  };
  const forecast = {
    name: 'forecast',
    title: isSimulated ? t('weather.forecast.simulated') : t('weather.forecast'),
    summary: forecastSummary(weather, timezone),
    failed: weather === null,
  };
  // Placeholders would move when the figures come.
  if (isLoading && !failed) return <WaitingRows failed={false} busy retry={() => void refetch()} />;
  if (isWide)
    return (
      <Card className={styles['weather']}>
        <Accordion {...current}>
          <Current current={weather?.current ?? null} />
        </Accordion>
        {days ? <Accordion {...forecast}>{days}</Accordion> : null}
        {weather ? (
          footer
        ) : (
          <Failure
            title={error ? errorMessage(error) : t('weather.failed')}
            subject={t('weather.title')}
            onRetry={refetch}
          />
        )}
      </Card>
    );
  return (
    <>
      <AccordionCard {...current}>
        <Current current={weather?.current ?? null} />
        {footer}
      </AccordionCard>
      <AccordionCard {...forecast}>
        {days}
        {footer}
      </AccordionCard>
    </>
  );
}
