import type { Program } from '#contract/entities/program.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { useHouse } from '#web/api/house-context.ts';
import { now } from '#web/lib/browser/clock.ts';
import { useTimed } from '#web/lib/browser/timers.ts';
import { kilowatts } from '#web/lib/language/format.ts';
import type { Quantity } from '#web/lib/language/format.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { moneyText } from '#web/lib/language/quantity-text.ts';
import type { Dispatch } from '../dispatch.ts';
import { noFiguresText } from '../page/no-figures-text.ts';
import { energyText } from '../page/plan/expected.ts';
import { useSoFar } from '../page/use-so-far.ts';
import styles from './BannerFigures.module.css';
import placeStyles from './EventBanner.module.css';

const KILO = 1000;

const powerText = ({ value, unit }: Quantity): string => `${value}\u00A0${unit}`;

/** A running event in its banner: power cut in the last quarter hour against what the plan expects, and what was saved and earned. */
export function BannerFigures({ dispatch }: { readonly dispatch: Dispatch }) {
  const t = useT();
  const { timezone } = useHouse().house;
  const { answer, isPending, soFar } = useSoFar(dispatch);
  const minute = useTimed(() => Math.floor(now().getTime() / MINUTE));
  if (soFar === null || soFar.cut === null) {
    return (
      <div className={placeStyles['figures']} aria-busy={isPending}>
        {isPending ? null : (
          <p className={styles['note']}>{noFiguresText(dispatch, answer, timezone, minute * MINUTE)}</p>
        )}
      </div>
    );
  }
  const { cut, expected, savedWh, money } = soFar;
  const currency = money.currency as Program['currency'];
  return (
    <dl className={`${placeStyles['figures']} ${styles['figures']}`}>
      <div>
        <dt>{t(cut < 0 ? 'event.page.cut.more' : 'event.page.cut')}</dt>
        <dd className="tabular">{powerText(kilowatts(Math.abs(cut) * KILO))}</dd>
        <dd className={styles['note']}>
          {expected === null
            ? t('event.page.cut.usual')
            : t('event.page.cut.expected', { power: powerText(kilowatts(expected * KILO)) })}
        </dd>
      </div>
      <div>
        <dt>{t(savedWh < 0 ? 'event.page.soFar.more' : 'event.page.soFar')}</dt>
        <dd className="tabular">{energyText(Math.abs(savedWh))}</dd>
        <dd className={styles['note']}>
          {money.saved > 0
            ? t('event.banner.about', { amount: moneyText(money.saved, currency) })
            : money.flat > 0
              ? t('event.page.soFar.flat', { money: moneyText(money.flat, currency) })
              : null}
        </dd>
      </div>
    </dl>
  );
}
