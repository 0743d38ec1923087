import type { ReactNode } from 'react';
import type { Program } from '#contract/entities/program.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { useHouse } from '#web/api/house-context.ts';
import { now } from '#web/lib/browser/clock.ts';
import { useTimed } from '#web/lib/browser/timers.ts';
import { kilowattHours, kilowatts, timeOfDay } from '#web/lib/language/format.ts';
import type { Quantity } from '#web/lib/language/format.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { moneyText } from '#web/lib/language/quantity-text.ts';
import { say } from '#web/lib/feedback/say.ts';
import { Card } from '#web/ui/container/Card.tsx';
import { Skeleton } from '#web/ui/container/Skeleton.tsx';
import { SavingPlot } from '#web/ui/saving-plot/SavingPlot.tsx';
import { isLeft } from '../dispatch.ts';
import type { Dispatch } from '../dispatch.ts';
import styles from './Reward.module.css';
import { energyText } from './plan/expected.ts';
import { noFiguresText } from './no-figures-text.ts';
import type { SoFar } from './so-far.ts';
import { useSoFar } from './use-so-far.ts';

const KILO = 1000;

interface FigureProps {
  readonly title: string;
  readonly figure: Quantity;
  readonly children: ReactNode;
}

function Figure({ title, figure: { value, unit }, children }: FigureProps) {
  return (
    <div className={styles['figure']}>
      <h2>{title}</h2>
      <p className={styles['sum']}>
        <b className="tabular">{value}</b> <span>{unit}</span>
      </p>
      {children}
    </div>
  );
}

/** Power cut in the last quarter hour, against what the plan expects. */
function CutFigure({ cut, expected }: { readonly cut: number; readonly expected: number | null }) {
  const t = useT();
  const { value, unit } = kilowatts((expected ?? 0) * KILO);
  return (
    <Figure
      title={t(cut < 0 ? 'event.page.cut.more' : 'event.page.cut')}
      figure={kilowatts(Math.abs(cut) * KILO)}
    >
      <p className={expected !== null && cut >= expected ? styles['reached'] : styles['note']}>
        {expected === null
          ? t('event.page.cut.usual')
          : t('event.page.cut.expected', { power: `${value}\u00A0${unit}` })}
      </p>
    </Figure>
  );
}

function SavedFigure({ savedWh, money }: SoFar) {
  const t = useT();
  const { saved, flat } = money;
  const currency = money.currency as Program['currency'];
  const sentences = [
    ...(saved > 0 ? [t('event.page.soFar.money', { money: moneyText(saved, currency) })] : []),
    ...(flat > 0 ? [t('event.page.soFar.flat', { money: moneyText(flat, currency) })] : []),
  ];
  return (
    <Figure
      title={t(savedWh < 0 ? 'event.page.soFar.more' : 'event.page.soFar')}
      figure={kilowattHours(Math.abs(savedWh))}
    >
      {sentences.map((sentence) => (
        <p key={sentence} className={styles['earned']}>
          {sentence}
        </p>
      ))}
    </Figure>
  );
}

/** The running event in numbers: cut now, saved and earned so far, and both lines with what lies between them. */
export function FiguresNow({ dispatch }: { readonly dispatch: Dispatch }) {
  const t = useT();
  const { timezone } = useHouse().house;
  const { answer, soFar, isPending } = useSoFar(dispatch);
  const minute = useTimed(() => Math.floor(now().getTime() / MINUTE));
  if (isLeft(dispatch)) return null;
  if (isPending) {
    return (
      <Card label={t('event.page.figures')} className={styles['now'] ?? ''}>
        <Skeleton height="var(--figures)" label={t('state.loading')} />
      </Card>
    );
  }
  const { endTime } = dispatch;
  const all = dispatch.devices.filter(({ optOut }) => optOut === null).length;
  const timeText = (time: number) => timeOfDay(new Date(time), timezone);
  if (soFar === null || soFar.quarters.length === 0) {
    return (
      <Card label={t('event.page.figures')} className={styles['awaited'] ?? ''}>
        <h2>{t('event.page.soFar')}</h2>
        <p className={styles['note']}>{noFiguresText(dispatch, answer, timezone, minute * MINUTE)}</p>
      </Card>
    );
  }
  const { cut, expected, savedWh, quarters, ahead, measured, until, estimated } = soFar;
  return (
    <Card label={t('event.page.figures')} className={styles['now'] ?? ''}>
      <div className={styles['figures']}>
        {cut === null ? null : <CutFigure cut={cut} expected={expected} />}
        <SavedFigure {...soFar} />
      </div>
      <SavingPlot
        quarters={quarters}
        ahead={ahead}
        zone={timezone}
        until={endTime}
        now={minute * MINUTE}
        label={savedWh > 0 ? t('receipt.plot.saved', { energy: energyText(savedWh) }) : null}
      />
      <p className={styles['note']}>
        {say('event.page.soFar.of', { time: timeText(until), measured: measured.length, all })}{' '}
        {estimated ? t('event.page.soFar.estimated') : t('event.page.soFar.about')}
      </p>
    </Card>
  );
}
