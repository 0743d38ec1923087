import type { Program } from '#contract/entities/program.ts';
import { useHouse } from '#web/api/house-context.ts';
import { hasFailed } from '#web/api/query-failure.ts';
import { now } from '#web/lib/browser/clock.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { programName } from '#web/lib/language/program-name.ts';
import { moneyText } from '#web/lib/language/quantity-text.ts';
import { rewardRuleText } from '#web/lib/language/reward-rule-text.ts';
import { Failure } from '#web/ui/container/Failure.tsx';
import styles from './YearRewards.module.css';
import tableStyles from '../figures-table.module.css';
import { WidgetCard } from '../WidgetCard.tsx';
import { WidgetSkeleton } from '../WidgetSkeleton.tsx';
import { yearReward } from './year-reward.ts';
import type { YearReward } from './year-reward.ts';
import { useReward } from './use-reward.ts';

/** From what is done to what may change. */
const KINDS = ['paid', 'confirmed', 'accrued'] as const;

/** What stands where, as a bar and in words; what is nothing is left out, but for what was paid. */
function Standing({ year }: { readonly year: YearReward }) {
  const t = useT();
  const parts = KINDS.filter((kind) => year[kind] > 0 || kind === 'paid');
  return (
    <div className={styles['standing']}>
      <div className={styles['bar']} aria-hidden="true">
        {KINDS.map((kind) => (
          <span key={kind} className={styles[kind]} style={{ flexGrow: year[kind] }} />
        ))}
      </div>
      <ul className={styles['parts']}>
        {parts.map((kind) => (
          <li key={kind} className={styles[`${kind}-key`]}>
            {t(`rewards.is.${kind}`, { money: moneyText(year[kind], year.currency) })}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The same sum by program. */
function Details({ year }: { readonly year: YearReward }) {
  const t = useT();
  const { programs } = useHouse();
  const nameOf = (programId: string) => {
    const program = programs.find((one) => one.programId === programId);
    return program ? programName(programs, program) : t('rewards.otherProgram');
  };
  const cells = (of: Pick<YearReward, (typeof KINDS)[number]>) =>
    KINDS.map((kind) => (
      <td key={kind} data-column={t(`rewards.${kind}`)}>
        {moneyText(of[kind], year.currency)}
      </td>
    ));
  return (
    <details className={styles['details']}>
      <summary>{t('rewards.details')}</summary>
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
          {year.programs.map((program) => (
            <tr key={program.programId}>
              <th scope="row">{nameOf(program.programId)}</th>
              {cells(program)}
            </tr>
          ))}
        </tbody>
        {year.programs.length > 1 ? (
          <tfoot>
            <tr>
              <th scope="row">{t('rewards.together')}</th>
              {cells(year)}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </details>
  );
}

/** What each program of the home pays for. */
function Rules() {
  const t = useT();
  const { programs } = useHouse();
  return (
    <ul className={styles['rules']} aria-label={t('rewards.rules')}>
      {programs.map((program) => (
        <li key={program.programId}>
          <b>{programName(programs, program)}:</b> {rewardRuleText(program.reward)}
        </li>
      ))}
    </ul>
  );
}

/** What the home has earned this year: one sum, what of it is paid, sure or may still change, and by which rules. */
export function YearRewards() {
  const t = useT();
  const { house } = useHouse();
  const query = useReward();
  const { data, refetch } = query;
  const isMissing = !data && hasFailed(query);
  const year = data ? yearReward(data, now().getTime(), house.timezone) : null;
  if (data && !year) return null;
  const money = (amount: number, currency: Program['currency']) => moneyText(amount, currency);
  return (
    <WidgetCard title={t('rewards.title')} tool={null}>
      {isMissing ? <Failure title={t('rewards.failed')} onRetry={refetch} /> : null}
      {!data && !isMissing ? <WidgetSkeleton className={styles['waiting']} /> : null}
      {year ? (
        <>
          <p className={styles['total']}>
            <b>{money(year.total, year.currency)}</b> {t('rewards.year', { year: year.year })}
            {year.earlier > 0
              ? `, ${t('rewards.earlier', { money: money(year.earlier, year.currency) })}`
              : ''}
          </p>
          {year.total > 0 ? <Standing year={year} /> : <p>{t('rewards.none')}</p>}
          <Rules />
          {year.programs.length > 0 ? <Details year={year} /> : null}
        </>
      ) : null}
    </WidgetCard>
  );
}
