import type { Program } from '#contract/entities/program.ts';
import { useHouse } from '#web/api/house-context.ts';
import { hasFailed } from '#web/api/query-failure.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { programName } from '#web/lib/language/program-name.ts';
import { moneyText } from '#web/lib/language/quantity-text.ts';
import { RetryButton } from '#web/ui/form/RetryButton.tsx';
import { Notice } from '#web/ui/text/Notice.tsx';
import styles from './SeasonRewards.module.css';
import tableStyles from '../figures-table.module.css';
import { WidgetCard } from '../WidgetCard.tsx';
import { WidgetSkeleton } from '../WidgetSkeleton.tsx';
import { rangeText } from '../event-days/event-range-text.ts';
import { seasonReward } from './season-reward.ts';
import { useReward } from './use-reward.ts';

const KINDS = ['accrued', 'confirmed', 'paid'] as const;

/** What the home has earned in the present season of each program: what may still change, what is final and what is paid. */
export function SeasonRewards() {
  const t = useT();
  const { house, programs } = useHouse();
  const { timezone } = house;
  const query = useReward();
  const { data, refetch } = query;
  const isMissing = !data && hasFailed(query);
  const season = data ? seasonReward(data) : null;
  if (data && !season) return null;
  /** The last day of a season ends with it. */
  const seasonText = (from: string, to: string) =>
    rangeText(Date.parse(from), Date.parse(to) - 1, timezone, {
      month: 'short',
      year: 'numeric',
    });
  return (
    <WidgetCard title={t('rewards.title')} tool={null}>
      {isMissing ? (
        <Notice tone="warn" title={t('rewards.failed')} action={<RetryButton onRetry={refetch} />} />
      ) : null}
      {!data && !isMissing ? <WidgetSkeleton className={styles['waiting']} /> : null}
      {data && season ? (
        <>
          <p className={styles['total']}>
            <b>{moneyText(season.total, season.currency)}</b> {t('rewards.season')}
            {season.earlier > 0
              ? `, ${t('rewards.earlier', { money: moneyText(season.earlier, season.currency) })}`
              : ''}
          </p>
          {data.seasons.length > 0 ? (
            <table className={`${tableStyles['table']} ${styles['programs']}`}>
              <caption className="visually-hidden">{t('rewards.title')}</caption>
              <thead>
                <tr>
                  <th scope="col">{t('rewards.program')}</th>
                  {KINDS.map((kind) => (
                    <th key={kind} scope="col">
                      {t(`rewards.${kind}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {data.seasons.map(({ from, to, currency, balance, ...program }) => (
                  <tr key={program.programId}>
                    <th scope="row">
                      {programName(programs, program)}
                      <span className={styles['season']}>{seasonText(from, to)}</span>
                    </th>
                    {KINDS.map((kind) => (
                      <td key={kind} data-column={t(`rewards.${kind}`)}>
                        {moneyText(balance[kind], currency as Program['currency'])}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
              {data.seasons.length > 1 ? (
                <tfoot>
                  <tr>
                    <th scope="row">{t('rewards.together')}</th>
                    {KINDS.map((kind) => (
                      <td key={kind} data-column={t(`rewards.${kind}`)}>
                        {moneyText(season[kind], season.currency)}
                      </td>
                    ))}
                  </tr>
                </tfoot>
              ) : null}
            </table>
          ) : null}
          <p className={styles['words']}>{t(season.total > 0 ? 'rewards.words' : 'rewards.none')}</p>
        </>
      ) : null}
    </WidgetCard>
  );
}
