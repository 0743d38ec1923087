import { useState } from 'react';
import type { Program } from '#contract/entities/program.ts';
import { kilowattHours } from '#web/lib/language/format.ts';
import { moneyText } from '#web/lib/language/quantity-text.ts';
import { useOnline } from '#web/lib/browser/online.ts';
import { t as wording, useT } from '#web/lib/language/i18n.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { Stepper } from '#web/ui/form/Stepper.tsx';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import { Notice } from '#web/ui/text/Notice.tsx';
import { costText } from '../leaving/opt-out-choices.ts';
import styles from './BatteryInEvent.module.css';
import { reserveEffect } from './battery-figures.ts';
import type { BatteryInEvent } from './battery-figures.ts';
import { useSaveReserve } from './use-save-reserve.ts';

const RESERVE_RANGE = [10, 100] as const;
const STEP = 10;

const energyText = (wh: number): string => {
  const { value, unit } = kilowattHours(wh);
  return `${value}\u00A0${unit}`;
};

/** What another reserve costs in the event that runs; null: nothing is to be said. */
const priceText = (battery: BatteryInEvent, next: number, perHour: number | null): string | null => {
  const effect = reserveEffect(battery, next, perHour);
  const { consequence, reward } = battery.part.event;
  if (effect === null || next === battery.reserve) return null;
  switch (effect.code) {
    case 'leaves':
      return wording('battery.reserve.price.leaves', {
        charge: effect.percent,
        cost: costText(consequence),
      });
    case 'less': {
      const energy = energyText(effect.wh);
      const money = moneyText(effect.amount, reward.currency as Program['currency']);
      return effect.amount > 0
        ? wording('battery.reserve.price.less', { energy, money })
        : wording('battery.reserve.price.energy', { energy });
    }
    default:
      return wording(`battery.reserve.price.${effect.code}`);
  }
};

interface Props {
  /** null: no event is near. */
  readonly battery: BatteryInEvent | null;
  /** Percent that holds now. */
  readonly reserve: number;
  /** Wh; null: not known. */
  readonly capacity: number | null;
  readonly perHour: number | null;
  readonly onClose: () => void;
}

/** Another reserve, with its price in the running event before it is saved. */
export function RaiseReserve({ battery, reserve, capacity, perHour, onClose }: Props) {
  const t = useT();
  const online = useOnline();
  const { busy, save } = useSaveReserve();
  const suggested = battery?.phase === 'active' ? Math.min(RESERVE_RANGE[1], reserve + STEP) : reserve;
  const [percent, setPercent] = useState(suggested);
  const price = battery ? priceText(battery, percent, perHour) : null;
  const isLeaving = battery !== null && reserveEffect(battery, percent, perHour)?.code === 'leaves';
  return (
    <Dialog
      open
      title={t('battery.reserve.change')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('battery.reserve.cancel')}</Button>
          <Button
            look="primary"
            busy={busy}
            inactive={percent === reserve}
            disabled={!online}
            onClick={() => void save(percent).then((isSaved) => (isSaved ? onClose() : undefined))}
          >
            {t('battery.reserve.save', { percent })}
          </Button>
        </>
      }
    >
      <p>{t('battery.reserve.hint')}</p>
      <div className={styles['stepper']}>
        <Stepper
          label={t('battery.reserve.title')}
          isLabelled
          buttons={{ raise: t('battery.reserve.raise'), lower: t('battery.reserve.lower') }}
          value={percent}
          range={RESERVE_RANGE}
          unit="%"
          spoken={t('comfort.percent', { percent })}
          onChange={setPercent}
        />
        {capacity === null ? null : (
          <p className={styles['note']}>
            {t('battery.reserve.energy', { energy: energyText((capacity * percent) / 100) })}
          </p>
        )}
      </div>
      <div aria-live="polite">
        {price === null ? null : <Notice tone={isLeaving ? 'warn' : 'info'}>{price}</Notice>}
      </div>
    </Dialog>
  );
}
