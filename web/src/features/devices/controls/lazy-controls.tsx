import { whenIdle } from '#web/lib/browser/timers.ts';
import { lazyPart } from '#web/ui/container/LazyPart.tsx';
import { DialogWaiting } from '#web/ui/overlay/DialogWaiting.tsx';
import styles from './Controls.module.css';

/** Modes with parameters, and what asks before a mode starts: behind a tap, and of few makers. */
const ParametersPlace = () => <div className={styles['parameters']} aria-busy="true" />;

export const Parameters = lazyPart(
  async () => (await import('./Parameters.tsx')).Parameters,
  ParametersPlace,
  whenIdle,
);

export const ModeForm = lazyPart(async () => (await import('./ModeForm.tsx')).ModeForm, ParametersPlace);

export const ConfirmMode = lazyPart(
  async () => (await import('./ConfirmMode.tsx')).ConfirmMode,
  DialogWaiting,
);

/** Of few schedules there is anything to say. */
export const ScheduleNote = lazyPart(
  async () => (await import('./ScheduleNote.tsx')).ScheduleNote,
  () => null,
  whenIdle,
);
