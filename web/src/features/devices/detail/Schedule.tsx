import { useId, useState } from 'react';
import type { DeviceSchedule } from '#contract/entities/schedule.ts';
import { isRunnableSchedule } from '#domain/schedules/runnable.ts';
import { isComplex } from '#domain/schedules/table-order.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { Card } from '#web/ui/container/Card.tsx';
import { Chip } from '#web/ui/text/Chip.tsx';
import { DescriptionList } from '#web/ui/text/DescriptionList.tsx';
import { Icon } from '#web/ui/icon/icons.tsx';
import styles from './Schedule.module.css';
import { UNKNOWN, columnLabel, countText, eventText } from './schedule-text.ts';

interface Props {
  readonly schedule: DeviceSchedule;
  readonly mfg: string;
  readonly active: boolean;
}

/** Name, "active" mark, and a warning if the schedule is incomplete. */
function Title({ schedule, active }: Omit<Props, 'mfg'>) {
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
          {t('schedule.incomplete')}
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

/** A row of the table; a schedule with several events opens into one numbered row for each. */
export function ScheduleRow({ schedule, mfg, active }: Props) {
  const t = useT();
  const id = useId();
  const [open, setOpen] = useState(active);
  const complex = isComplex(schedule);
  const [only] = schedule.Event;
  const words = only && !complex ? eventText(only, mfg) : null;
  return (
    <tbody id={id} className={active ? styles['active'] : undefined}>
      <tr aria-current={active || undefined}>
        <th scope="row">
          <Title schedule={schedule} active={active} />
        </th>
        {complex ? (
          <td colSpan={COLUMNS.length}>
            <Expander schedule={schedule} open={open} controls={id} onToggle={() => setOpen(!open)} />
          </td>
        ) : (
          COLUMNS.map((column) => (
            <td key={column} className={column === 'start' ? styles['time'] : undefined}>
              {words?.[column] ?? UNKNOWN}
            </td>
          ))
        )}
      </tr>
      {complex && open
        ? schedule.Event.map((event, index) => ({ number: index + 1, words: eventText(event, mfg) })).map(
            (row) => (
              <tr key={row.number} className={styles['event']}>
                <th scope="row">{t('schedule.event', { n: row.number })}</th>
                {COLUMNS.map((column) => (
                  <td key={column} className={column === 'start' ? styles['time'] : undefined}>
                    {row.words[column]}
                  </td>
                ))}
              </tr>
            ),
          )
        : null}
    </tbody>
  );
}

/** The same as a card, for phones. */
export function ScheduleCard({ schedule, mfg, active }: Props) {
  const t = useT();
  const id = useId();
  const [open, setOpen] = useState(active);
  const complex = isComplex(schedule);
  const events = schedule.Event.map((event, index) => ({
    number: index + 1,
    // A card has room for what is known; the table keeps its columns.
    rows: COLUMNS.map((column) => [columnLabel(column), eventText(event, mfg)[column]] as const).filter(
      ([, text]) => text !== UNKNOWN,
    ),
  }));
  const shown = complex && !open ? [] : events;
  return (
    <Card label={schedule.name} className={active ? styles['active-card'] : undefined}>
      <h2 className={styles['heading']}>
        <Title schedule={schedule} active={active} />
      </h2>
      {complex ? (
        <Expander schedule={schedule} open={open} controls={id} onToggle={() => setOpen(!open)} />
      ) : null}
      <ol id={id} className={styles['events']}>
        {shown.map(({ number, rows }) => (
          <li key={number}>
            {complex ? <p className={styles['number']}>{t('schedule.event', { n: number })}</p> : null}
            <DescriptionList rows={rows} />
          </li>
        ))}
      </ol>
    </Card>
  );
}
