import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import type { DeviceSchedule } from '#contract/entities/schedule.ts';
import { isRunnableEvent, isRunnableSchedule } from '#domain/schedules/runnable.ts';
import { isComplex } from '#domain/schedules/table-order.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { Card } from '#web/ui/container/Card.tsx';
import { Chip } from '#web/ui/text/Chip.tsx';
import { Icon } from '#web/ui/icon/icons.tsx';
import styles from './ScheduleEntry.module.css';
import { UNKNOWN, countText, eventText, shortText, stepName } from './schedule-text.ts';

interface Props {
  readonly schedule: DeviceSchedule;
  readonly mfg: string;
  readonly active: boolean;
  /** What can be done with it; null: nothing. */
  readonly menu: ReactNode;
  /** Leads to what a draft lacks; null: others write it. */
  readonly finish: ReactNode;
}

/** Name, "active" mark, and a warning if the schedule is incomplete. */
function Title({ schedule, active, finish }: Pick<Props, 'schedule' | 'active' | 'finish'>) {
  const t = useT();
  return (
    <>
      <span className={styles['title']}>
        <span className={styles['name']}>{schedule.name}</span>
        {active ? (
          <Chip tone="ok" icon="check">
            {t('schedule.active')}
          </Chip>
        ) : null}
      </span>
      {isRunnableSchedule(schedule) ? null : (
        <span className={styles['incomplete']}>
          <Icon name="alert" size={16} />
          <span>
            {t('schedule.incomplete')} {finish}
          </span>
        </span>
      )}
    </>
  );
}

interface ExpanderProps {
  readonly schedule: DeviceSchedule;
  readonly open: boolean;
  readonly controls: string;
  readonly onToggle: () => void;
}

function Expander({ schedule, open, controls, onToggle }: ExpanderProps) {
  const t = useT();
  return (
    <button
      type="button"
      className={styles['expander']}
      aria-expanded={open}
      aria-controls={controls}
      aria-label={t('schedule.expand', { name: schedule.name, events: countText(schedule) })}
      onClick={onToggle}
    >
      {countText(schedule)}
      <Icon name={open ? 'chevron-up' : 'chevron-down'} size={18} />
    </button>
  );
}

const COLUMNS = ['days', 'start', 'mode', 'setpoint'] as const;
/** A number and its unit stay on one line. */
const NOT_BROKEN: readonly string[] = ['start', 'setpoint'];

/** A row of the table; a schedule with several events opens into one numbered row for each. */
export function ScheduleRow({ schedule, mfg, active, menu, finish }: Props) {
  const id = useId();
  const [open, setOpen] = useState(active);
  const complex = isComplex(schedule);
  const [only] = schedule.Event;
  const words = only && !complex ? eventText(only, mfg) : null;
  // Its sentence has their place.
  const isEmpty = !complex && COLUMNS.every((column) => (words?.[column] ?? UNKNOWN) === UNKNOWN);
  return (
    <tbody id={id} className={active ? styles['active'] : undefined}>
      <tr aria-current={active || undefined}>
        <th scope="row" colSpan={isEmpty ? COLUMNS.length + 1 : undefined}>
          <Title schedule={schedule} active={active} finish={finish} />
        </th>
        {isEmpty ? null : complex ? (
          <td colSpan={COLUMNS.length}>
            <Expander schedule={schedule} open={open} controls={id} onToggle={() => setOpen(!open)} />
          </td>
        ) : (
          COLUMNS.map((column) => (
            <td key={column} className={NOT_BROKEN.includes(column) ? styles['time'] : undefined}>
              {words?.[column] ?? UNKNOWN}
            </td>
          ))
        )}
        {menu === null ? null : <td className={styles['menu']}>{menu}</td>}
      </tr>
      {complex && open
        ? schedule.Event.map((event, index) => ({
            name: stepName(event, index),
            words: eventText(event, mfg),
          })).map((row) => (
            <tr key={row.name} className={styles['event']}>
              <th scope="row">{row.name}</th>
              {COLUMNS.map((column) => (
                <td
                  key={column}
                  className={NOT_BROKEN.includes(column) ? styles['time'] : undefined}
                  colSpan={menu !== null && column === COLUMNS.at(-1) ? 2 : undefined}
                >
                  {row.words[column]}
                </td>
              ))}
            </tr>
          ))
        : null}
    </tbody>
  );
}

/** The same as a card, for phones: a line for each step. */
export function ScheduleCard({ schedule, mfg, active, menu, finish }: Props) {
  const id = useId();
  const [open, setOpen] = useState(active);
  const complex = isComplex(schedule);
  const steps = schedule.Event.map((event, index) => ({ event, n: index + 1 }));
  const shown = complex && !open ? [] : steps.filter(({ event }) => isRunnableEvent(event));
  return (
    <Card label={schedule.name} className={active ? styles['active-card'] : undefined}>
      <div className={styles['head']}>
        <h2 className={styles['heading']}>
          <Title schedule={schedule} active={active} finish={finish} />
        </h2>
        {menu}
      </div>
      {complex ? (
        <Expander schedule={schedule} open={open} controls={id} onToggle={() => setOpen(!open)} />
      ) : null}
      <ol id={id} className={styles['events']}>
        {shown
          .map(({ event, n }) => ({ n, ...shortText(event, mfg) }))
          .map(({ n, start, days, what }) => (
            <li key={n}>
              <span>
                {complex ? `${n}. ` : ''}
                {start} <span className={styles['days']}>{days}</span>
              </span>
              <strong>{what}</strong>
            </li>
          ))}
      </ol>
    </Card>
  );
}
