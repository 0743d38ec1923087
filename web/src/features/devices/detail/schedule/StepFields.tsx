import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import { setpointLimits } from '#domain/control/gate/safety.ts';
import { modelOf } from '#domain/manufacturers/index.ts';
import { daysAfterMonday } from '#domain/schedules/days.ts';
import { eventOf } from '#domain/schedules/schedule-draft.ts';
import type { StepDraft } from '#domain/schedules/schedule-draft.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { Select } from '#web/ui/form/Select.tsx';
import { Icon } from '#web/ui/icon/icons.tsx';
import { modeLabel } from '../../card/card-content.ts';
import { degreesText } from '../../controls/ScheduleNote.tsx';
import styles from './ScheduleEditor.module.css';
import { dayName, stepName } from './schedule-text.ts';

const WEEK = [0, 1, 2, 3, 4, 5, 6].toSorted((a, b) => daysAfterMonday(a) - daysAfterMonday(b));
/** The value of a choice that changes nothing. */
const SAME = '';

/** Temperatures to choose from, each shown once in the reader's unit; the stored one is among them. */
const temperaturesOf = (device: DashboardDevice, stored: number | null): number[] => {
  const limits = setpointLimits(device);
  const all = limits
    ? Array.from(
        { length: Math.floor(limits.max) - Math.ceil(limits.min) + 1 },
        (_, index) => Math.ceil(limits.min) + index,
      )
    : [];
  const byText = new Map(all.map((value) => [degreesText(value), value]));
  if (stored !== null) byText.set(degreesText(stored), stored);
  return [...byText.values()].toSorted((a, b) => a - b);
};

interface Props {
  readonly device: DashboardDevice;
  readonly step: StepDraft;
  readonly index: number;
  readonly error: string | null;
  readonly disabled: boolean;
  readonly onChange: (change: Partial<StepDraft>) => void;
  readonly onRemove: () => void;
}

/** One change of a schedule: on which days, when, and what it sets. */
export function StepFields({ device, step, index, error, disabled, onChange, onRemove }: Props) {
  const t = useT();
  const { modes, vacation } = modelOf(device);
  const name = stepName(eventOf(step), index);
  const toggle = (day: number) =>
    onChange({ days: WEEK.filter((one) => (one === day) !== step.days.includes(one)) });
  return (
    <fieldset
      className={styles['step']}
      disabled={disabled}
      aria-describedby={error === null ? undefined : `step-${step.key}`}
    >
      <legend className="visually-hidden">{name}</legend>
      <div className={styles['head']}>
        <span aria-hidden="true">{name}</span>
        <Button look="quiet-danger" aria-label={t('schedule.remove.step', { name })} onClick={onRemove}>
          <Icon name="trash" size={18} />
          {t('schedule.remove')}
        </Button>
      </div>
      <div className={styles['days']} role="group" aria-label={t('schedule.column.days')}>
        {WEEK.map((day) => (
          <label key={day}>
            <input
              type="checkbox"
              checked={step.days.includes(day)}
              aria-label={dayName(day, 'long')}
              onChange={() => toggle(day)}
            />
            <span aria-hidden="true">{dayName(day)}</span>
          </label>
        ))}
      </div>
      <div className={styles['fields']}>
        <label className={styles['time']}>
          <span>{t('schedule.column.start')}</span>
          <input type="time" value={step.time} onChange={(event) => onChange({ time: event.target.value })} />
        </label>
        <Select
          label={t('schedule.column.setpoint')}
          of={name}
          value={step.setpoint === null ? SAME : String(step.setpoint)}
          options={[
            { value: SAME, text: t('schedule.same') },
            ...temperaturesOf(device, step.setpoint).map((value) => ({
              value: String(value),
              text: degreesText(value),
            })),
          ]}
          onChoose={(value) => onChange({ setpoint: value === SAME ? null : Number(value) })}
        />
        <Select
          label={t('schedule.column.mode')}
          of={name}
          value={step.mode ?? SAME}
          options={[
            { value: SAME, text: t('schedule.same') },
            ...modes
              .filter((mode) => mode.name !== vacation)
              .map((mode) => ({ value: mode.name, text: modeLabel(mode.name, device.mfg) })),
          ]}
          onChoose={(value) => onChange({ mode: value === SAME ? null : value })}
        />
      </div>
      {error === null ? null : (
        <p id={`step-${step.key}`} className={styles['error']} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
