import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import type { ScheduleWords } from '#contract/entities/schedule.ts';
import { isRunnableEvent } from '#domain/schedules/runnable.ts';
import { wordsOf } from '#domain/schedules/schedule-draft.ts';
import type { ScheduleDraft, StepDraft } from '#domain/schedules/schedule-draft.ts';
import { scheduleFaults } from '#domain/schedules/written-schedule.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import { useHouse } from '#web/api/house-context.ts';
import { api } from '#web/api/session.ts';
import { newIdempotencyKey } from '#web/lib/browser/random.ts';
import { toast } from '#web/lib/feedback/toasts.ts';
import { t as wording, useT } from '#web/lib/language/i18n.ts';
import { devicePath } from '#web/lib/routing/paths.ts';
import { navigate, useLocation } from '#web/lib/routing/router.ts';
import { Card } from '#web/ui/container/Card.tsx';
import { Button } from '#web/ui/form/Button.tsx';
import { Field } from '#web/ui/form/Field.tsx';
import { useUnsaved } from '#web/ui/form/unsaved.ts';
import { Icon } from '#web/ui/icon/icons.tsx';
import { Notice } from '#web/ui/text/Notice.tsx';
import styles from './ScheduleEditor.module.css';
import { StepFields } from './StepFields.tsx';
import { WeekPreview } from './WeekPreview.tsx';

const MOST_STEPS = 28;
const NAME_LENGTH = 60;
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 0];

const newStep = (steps: readonly StepDraft[]): StepDraft => ({
  key: Math.max(-1, ...steps.map(({ key }) => key)) + 1,
  days: steps.at(-1)?.days ?? EVERY_DAY,
  time: '',
  mode: null,
  setpoint: null,
});

const FAULTS = {
  same_time: 'schedule.fault.sameTime',
  day_twice: 'error.schedule_day_twice',
  vacation: 'error.schedule_vacation',
} as const;

/** By index of the step. */
const faultsIn = (device: DashboardDevice, draft: ScheduleDraft): ReadonlyMap<number, string> =>
  new Map(
    scheduleFaults(device, wordsOf(draft).Event).map((fault) => [
      fault.index,
      wording(fault.code === 'refused' ? `error.${fault.refusal.code}` : FAULTS[fault.code]),
    ]),
  );

interface Attempt {
  readonly text: string;
  readonly key: string;
}

/** The same words sent again, because the answer was lost, are one schedule; other words are another attempt. */
const keyFor = (last: { current: Attempt | null }, words: ScheduleWords): string => {
  const text = JSON.stringify(words);
  last.current = last.current?.text === text ? last.current : { text, key: newIdempotencyKey() };
  return last.current.key;
};

interface Props {
  readonly device: DashboardDevice;
  /** null: it is a new one. */
  readonly uid: string | null;
  /** Which stays where the shown one is not changed. */
  readonly storedName: string | null;
  readonly start: ScheduleDraft;
  /** The device follows it. */
  readonly active: boolean;
}

/** A schedule as a form. What lacks something can be saved as a draft, unless the device follows it. */
export function ScheduleEditor({ device, uid, storedName, start, active }: Props) {
  const t = useT();
  const { house, refresh } = useHouse();
  const queries = useQueryClient();
  const [draft, setDraft] = useState<ScheduleDraft>(() =>
    start.steps.length > 0 ? start : { ...start, steps: [newStep([])] },
  );
  const [first] = useState(draft);
  // The list is read again while the form is open: what it began with stays.
  const [replaces] = useState(() => ({ ...wordsOf(start), name: storedName ?? start.name }));
  const attempt = useRef<Attempt | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [isTried, setIsTried] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [isDone, setIsDone] = useState(false);
  const name = useRef<HTMLInputElement>(null);
  const back = devicePath(device.id, 'schedule');
  const query = useLocation().search.toString();
  useUnsaved(draft !== first && !isDone, ({ path, search }) => path === back && search.toString() === query);

  const change = (next: Partial<ScheduleDraft>) => {
    setFailure(null);
    setDraft({ ...draft, ...next });
  };
  const changeStep = (at: StepDraft, step: Partial<StepDraft>) =>
    change({ steps: draft.steps.map((one) => (one === at ? { ...one, ...step } : one)) });
  const shown = wordsOf(draft);
  const words = { ...shown, name: shown.name === start.name ? (storedName ?? shown.name) : shown.name };
  const faults = faultsIn(device, draft);
  const isComplete = words.Event.length > 0 && words.Event.every(isRunnableEvent);
  const isNameless = words.name === '';

  const save = async () => {
    setIsTried(true);
    if (isNameless) return name.current?.focus();
    if (faults.size > 0) return undefined;
    if (active && !isComplete) return setFailure(t('schedule.fault.active'));
    setIsBusy(true);
    const params = { houseId: house.id };
    try {
      if (uid === null) {
        await api.post('/house/{houseId}/device-schedule', {
          params,
          body: { ...words, deviceId: device.id },
          headers: { 'idempotency-key': keyFor(attempt, words) },
        });
      } else {
        const body = { ...words, replaces };
        await api.put('/house/{houseId}/device-schedule/{uid}', { params: { ...params, uid }, body });
      }
    } catch (error) {
      setIsBusy(false);
      return setFailure(errorMessage(error));
    }
    setIsDone(true);
    toast('ok', t(isComplete ? 'schedule.saved' : 'schedule.saved.draft', { name: shown.name }));
    await Promise.all([refresh(), queries.invalidateQueries({ queryKey: ['schedules', house.id] })]);
    return navigate(back);
  };

  return (
    <Card labelledBy="schedule-editor">
      <form
        className={styles['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <h2 id="schedule-editor">{t(uid === null ? 'schedule.new' : 'schedule.edit.title')}</h2>
        {active ? <p className={styles['hint']}>{t('schedule.edit.active')}</p> : null}
        <div className={styles['name']}>
          <Field
            label={t('schedule.column.name')}
            inputRef={name}
            maxLength={NAME_LENGTH}
            readOnly={isBusy}
            value={draft.name}
            error={isTried && isNameless ? t('schedule.fault.name') : null}
            onChange={(event) => change({ name: event.target.value })}
          />
        </div>
        {draft.steps.map((step, index) => (
          <StepFields
            key={step.key}
            device={device}
            step={step}
            index={index}
            error={faults.get(index) ?? null}
            disabled={isBusy}
            onChange={(next) => changeStep(step, next)}
            onRemove={() => {
              change({ steps: draft.steps.filter((one) => one !== step) });
              name.current?.focus();
            }}
          />
        ))}
        {draft.steps.length < MOST_STEPS ? (
          <div className={styles['add']}>
            <Button look="quiet" onClick={() => change({ steps: [...draft.steps, newStep(draft.steps)] })}>
              <Icon name="plus" size={18} />
              {t('schedule.add.step')}
            </Button>
          </div>
        ) : null}
        <WeekPreview events={words.Event} />
        {isComplete || active ? null : <p className={styles['hint']}>{t('schedule.draft.hint')}</p>}
        {failure === null ? null : (
          <Notice tone="danger" urgent>
            {failure}
          </Notice>
        )}
        <div className={styles['actions']}>
          <Button look="primary" type="submit" busy={isBusy}>
            {t(isComplete || active ? 'schedule.save' : 'schedule.save.draft')}
          </Button>
          <Button onClick={() => navigate(back)}>{t('action.cancel')}</Button>
        </div>
      </form>
    </Card>
  );
}
