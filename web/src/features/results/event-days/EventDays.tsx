import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { EventDay } from '#contract/entities/result.ts';
import { clockTime } from '#domain/time/dates.ts';
import { useHouse } from '#web/api/house-context.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { Failure } from '#web/ui/container/Failure.tsx';
import { EmptyState } from '#web/ui/container/EmptyState.tsx';
import { receiptPath } from '#web/lib/routing/paths.ts';
import { ScrollArea } from '#web/ui/container/ScrollArea.tsx';
import { TextLink } from '#web/ui/text/TextLink.tsx';
import { DayPicker } from './DayPicker.tsx';
import { EventDayCard } from './EventDayCard.tsx';
import styles from './EventDays.module.css';
import { WidgetCard } from '../WidgetCard.tsx';
import { WidgetSkeleton } from '../WidgetSkeleton.tsx';
import { useDayNotes } from './day-reward.ts';
import { useEventDays } from './use-event-days.ts';
import type { EventDays as Loaded } from './use-event-days.ts';

/** One receipt for each dispatch of the day. */
function ReceiptLinks({ day, zone }: { readonly day: EventDay; readonly zone: string }) {
  const t = useT();
  const dispatches = [...Map.groupBy(day.events, ({ dispatchId }) => dispatchId).values()].flatMap(
    ([first]) => (first ? [first] : []),
  );
  return (
    <span className={styles['links']}>
      {dispatches.map(({ id, startTime }) => (
        <TextLink key={id} href={`#${receiptPath(id)}`}>
          {dispatches.length === 1
            ? t('receipt.link')
            : t('receipt.link.at', { time: clockTime(new Date(startTime), zone) })}
        </TextLink>
      ))}
    </span>
  );
}

interface RowProps {
  readonly days: readonly EventDay[];
  readonly chosen: number;
  readonly zone: string;
  readonly onChoose: (id: string) => void;
  readonly loaded: Loaded;
}

const cardsOf = (row: HTMLElement): readonly HTMLElement[] =>
  Array.from(row.querySelectorAll<HTMLElement>('ol > li'));

/** The card at the beginning of the view. All are equally wide, so that two of them tell where the others are. */
const indexInView = (row: HTMLElement): number => {
  const [first, second] = cardsOf(row);
  const pitch = first && second ? second.offsetLeft - first.offsetLeft : 1;
  return Math.round(row.scrollLeft / pitch);
};

/** The cards side by side, the newest first: moved by swiping, by the arrow keys and by the date picker. */
function CardRow({ days, chosen, zone, onChoose, loaded }: RowProps) {
  const t = useT();
  const notesOf = useDayNotes();
  const row = useRef<HTMLDivElement>(null);
  /** Whether a person moves the row; else it moves because a day was chosen. */
  const isSwiped = useRef(false);
  /** The day that the row was swiped to. */
  const swipedTo = useRef<string | null>(null);
  const chosenId = days[chosen]?.id ?? null;
  const [countBefore, setCountBefore] = useState<number | null>(null);
  const added = countBefore !== null && !loaded.isLoadingMore ? days.length - countBefore : 0;

  useEffect(() => {
    const list = row.current;
    const card = list ? cardsOf(list)[chosen] : undefined;
    if (!list || !card || chosenId === swipedTo.current) return;
    isSwiped.current = false;
    swipedTo.current = null;
    list.scrollTo({ left: card.offsetLeft });
  }, [chosen, chosenId]);
  // The button may be gone with the last load, and the focus with it.
  useEffect(() => {
    if (added > 0 && countBefore !== null && row.current && document.activeElement === document.body)
      cardsOf(row.current)[countBefore]?.focus();
  }, [added, countBefore]);

  const chooseInView = () => {
    if (!row.current || !isSwiped.current) return;
    const day = days[Math.min(indexInView(row.current), days.length - 1)];
    if (!day) return;
    swipedTo.current = day.id;
    onChoose(day.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const targets: Readonly<Record<string, number>> = {
      ArrowLeft: chosen - 1,
      ArrowRight: chosen + 1,
      Home: 0,
      End: days.length - 1,
    };
    const target = days[targets[event.key] ?? -1];
    if (!target) return;
    event.preventDefault();
    onChoose(target.id);
  };
  const onSwipe = () => {
    isSwiped.current = true;
  };
  return (
    <>
      <ScrollArea
        areaRef={row}
        label={t('results.days')}
        className={styles['row']}
        onKeyDown={onKeyDown}
        onWheel={onSwipe}
        onTouchStart={onSwipe}
        onPointerDown={({ target, currentTarget }) => {
          // On the scroll bar; a press on a button moves nothing.
          if (target === currentTarget) onSwipe();
        }}
        onScroll={chooseInView}
      >
        <ol className={styles['cards']}>
          {days.map((day, index) => (
            <EventDayCard
              key={day.id}
              day={day}
              zone={zone}
              isChosen={index === chosen}
              {...notesOf(day)}
              onChoose={onChoose}
            />
          ))}
          {loaded.loaded < loaded.total ? (
            <li className={styles['more']}>
              <Button
                busy={loaded.isLoadingMore}
                onClick={() => {
                  setCountBefore(days.length);
                  loaded.loadMore();
                }}
              >
                {t('results.loadMore')}
              </Button>
              <p>{t('results.loaded', { loaded: loaded.loaded, total: loaded.total })}</p>
            </li>
          ) : null}
        </ol>
      </ScrollArea>
      <div className={styles['position']}>
        {/* Of all, also of those that are not loaded yet. */}
        <span aria-live="polite">
          {t('results.position', {
            index: chosen + 1,
            count: Math.max(days.length, loaded.offered.size),
          })}
        </span>
        <span className="visually-hidden" aria-live="polite">
          {added > 0 ? t('results.added', { count: added }) : ''}
        </span>
        {days[chosen] ? <ReceiptLinks day={days[chosen]} zone={zone} /> : null}
      </div>
    </>
  );
}

/** 'Event Day Results': what each event day used and saved, and who took part. */
export function EventDays() {
  const t = useT();
  const { house } = useHouse();
  const loaded = useEventDays();
  const [chosenDay, setChosenDay] = useState<string | null>(null);
  /** Shown until the month of a chosen day is loaded. */
  const [shownBefore, setShownBefore] = useState<string | null>(null);
  const { days, offered, isPending, hasFailed } = loaded;
  const indexOf = (day: string | null) => days.findIndex(({ id }) => id === day);
  const index = [indexOf(chosenDay), indexOf(shownBefore), 0].find((candidate) => candidate >= 0) ?? 0;
  const current = days[index];
  const neighbour = (next: number) => {
    const day = days[next];
    return day ? () => setChosenDay(day.id) : null;
  };
  return (
    <WidgetCard
      title={t('results.title')}
      tool={
        current ? (
          <DayPicker
            day={current.id}
            zone={house.timezone}
            offered={offered}
            onEarlier={neighbour(index + 1)}
            onLater={neighbour(index - 1)}
            onChoose={(day) => {
              loaded.loadMonthOf(day);
              setShownBefore(current.id);
              setChosenDay(day);
            }}
          />
        ) : null
      }
    >
      {isPending && !hasFailed ? <WidgetSkeleton className={styles['waiting']} /> : null}
      {hasFailed ? <Failure title={t('results.failed')} onRetry={loaded.retry} /> : null}
      {current ? (
        <CardRow
          key={house.id}
          days={days}
          chosen={index}
          zone={house.timezone}
          onChoose={setChosenDay}
          loaded={loaded}
        />
      ) : null}
      {!current && !isPending && !hasFailed ? (
        <EmptyState icon="calendar" title={t('results.none')}>
          {t('results.none.advice')}
        </EmptyState>
      ) : null}
    </WidgetCard>
  );
}
