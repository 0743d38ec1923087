import type { Program } from '#contract/entities/program.ts';
import { useHouse } from '#web/api/house-context.ts';
import { now } from '#web/lib/browser/clock.ts';
import { useTimed } from '#web/lib/browser/timers.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { moneyText } from '#web/lib/language/quantity-text.ts';
import type { Dispatch } from '../dispatch.ts';
import { isCancelled } from '../dispatch.ts';
import { resultDueText } from '../result-due.ts';
import styles from './Head.module.css';
import { energyText } from './plan/expected.ts';
import { useSoFar } from './use-so-far.ts';

/** What an event that ended and has no result yet saved and earned, about; null: not known. */
const useEndFigures = (dispatch: Dispatch) => {
  const { soFar } = useSoFar(dispatch);
  if (soFar === null || soFar.quarters.length === 0) return null;
  const { savedWh, money } = soFar;
  const earned = money.saved + money.flat;
  return {
    savedWh,
    energy: energyText(Math.abs(savedWh)),
    money: earned > 0 ? moneyText(earned, money.currency as Program['currency']) : null,
  };
};

/** "About 2.6 kWh saved and $1.45 earned."; null: not known. */
export const useEndText = (dispatch: Dispatch): string | null => {
  const t = useT();
  const figures = useEndFigures(dispatch);
  if (figures === null) return null;
  const { savedWh, energy, money } = figures;
  if (savedWh < 0) return t('event.end.more', { energy });
  return t('event.end.soFar', { energy, money: money ?? '', pays: money === null ? 'no' : 'yes' });
};

/** By when there is a first result; null: one that was called off has no other. */
export const useDueText = (dispatch: Dispatch): string | null => {
  const { timezone } = useHouse().house;
  const cancelled = isCancelled(dispatch);
  return useTimed(() => resultDueText(dispatch.endTime, timezone, now().getTime(), cancelled));
};

/** After the end and before the result: about what was saved and earned, and when the result comes. */
export function EndFigures({ dispatch }: { readonly dispatch: Dispatch }) {
  const t = useT();
  const figures = useEndFigures(dispatch);
  const text = useEndText(dispatch);
  const due = useDueText(dispatch);
  if (text === null && due === null) return null;
  return (
    <div className={styles['ending']}>
      {figures === null ? null : figures.savedWh < 0 ? (
        <p>{text}</p>
      ) : (
        <dl className={styles['pair']}>
          <div>
            <dt>{t('results.saved')}</dt>
            <dd>
              <span>{t('event.page.about')}</span> {figures.energy}
            </dd>
          </div>
          {figures.money === null ? null : (
            <div>
              <dt>{t('event.end.earned')}</dt>
              <dd>
                <span>{t('event.page.about')}</span> {figures.money}
              </dd>
            </div>
          )}
        </dl>
      )}
      {due === null ? null : <p className={styles['next']}>{due}</p>}
    </div>
  );
}
