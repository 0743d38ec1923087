import { useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Leaderboard as Standings, LeaderboardEntry } from '#contract/entities/result.ts';
import { MINUTE, SECOND } from '#domain/time/durations.ts';
import { mayChangeHome, useHouse } from '#web/api/house-context.ts';
import { api } from '#web/api/session.ts';
import { boot } from '#web/lib/boot-state.ts';
import { formatNumber } from '#web/lib/language/format.ts';
import { hasFailed } from '#web/api/query-failure.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { Failure } from '#web/ui/container/Failure.tsx';
import { EmptyState } from '#web/ui/container/EmptyState.tsx';
import { ScrollArea } from '#web/ui/container/ScrollArea.tsx';
import { Select } from '#web/ui/form/Select.tsx';
import styles from './Leaderboard.module.css';
import { LeaderboardName } from './LeaderboardName.tsx';
import { WidgetCard } from '../WidgetCard.tsx';
import { WidgetSkeleton } from '../WidgetSkeleton.tsx';
import { savingsText } from '../energy-text.ts';
import { leaderboardKey } from './leaderboard-key.ts';

const REFRESH_MS = 5 * MINUTE;
const PREPARING_MS = 10 * SECOND;
/** px between the top of the list and the own row, where the list is high enough to show it there. */
const OFFSET = 150;

const VIEWS = ['overall', 'own'] as const;
type View = (typeof VIEWS)[number];

/** Homes by points; it scrolls to the own row inside itself, so that page and focus stay where they are. */
function Ranking({ entries }: { readonly entries: readonly LeaderboardEntry[] }) {
  const t = useT();
  // Until the first results are in everybody would be first.
  const hasRanks = entries.some(
    ({ rank, responseCount, optOutCount }) => rank > 1 || responseCount > optOutCount,
  );
  const { pid } = boot().page.provider;
  const list = useRef<HTMLDivElement>(null);
  const own = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // With the next frame, which lays out the page anyway.
    const frame = requestAnimationFrame(() => {
      const [box, row] = [list.current, own.current];
      if (box && row) box.scrollTop = row.offsetTop - Math.min(OFFSET, box.clientHeight - row.offsetHeight);
    });
    return () => cancelAnimationFrame(frame);
  }, [entries]);
  return (
    <>
      {hasRanks ? null : <p className={styles['note']}>{t('leaderboard.noResults')}</p>}
      <div className={styles['ranking']}>
        <ScrollArea areaRef={list} label={t('leaderboard.ranking')} className={styles['list']}>
          <ol>
            {entries.map(({ houseId, alias, rank, points, isOwn }) => (
              <li
                key={houseId}
                ref={isOwn ? own : undefined}
                className={isOwn ? styles['own'] : undefined}
                aria-current={isOwn || undefined}
              >
                <span className={styles['rank']}>{hasRanks ? formatNumber(rank) : null}</span>
                <span className={styles['name']}>
                  {isOwn ? t('leaderboard.you') : (alias ?? `${pid}-${houseId}`)}
                </span>
                <span className={styles['points']}>
                  {formatNumber(points)}
                  <span className="visually-hidden"> {t('leaderboard.points')}</span>
                </span>
              </li>
            ))}
          </ol>
        </ScrollArea>
      </div>
    </>
  );
}

function Figures({ view, standings }: { readonly view: View; readonly standings: Standings }) {
  const t = useT();
  const { own, totalWh, participantCount } = standings;
  if (view === 'own')
    return (
      <p className={styles['figures']}>
        <b>{t('leaderboard.participation', { responses: own.responseCount, events: own.eventCount })}</b>{' '}
        {t('leaderboard.participation.text')} <b>{savingsText(own.savedWh)}</b> {t('leaderboard.own.saved')}
      </p>
    );
  if (participantCount === null) return null;
  return (
    <p className={styles['figures']}>
      <b>{savingsText(totalWh)}</b> {t('leaderboard.savedBy', { count: participantCount })}
    </p>
  );
}

export function Leaderboard() {
  const t = useT();
  const home = useHouse();
  const houseId = home.house.id;
  const [view, setView] = useState<View>('overall');
  const query = useQuery({
    queryKey: leaderboardKey(houseId),
    queryFn: ({ signal }) => api.get('/house/{houseId}/program-leaderboard', { params: { houseId }, signal }),
    staleTime: REFRESH_MS,
    refetchInterval: ({ state }) => (state.data?.isPreparing ? PREPARING_MS : REFRESH_MS),
  });
  const { data, refetch } = query;
  if (!data && hasFailed(query))
    return (
      <WidgetCard title={t('leaderboard.title')} tool={null}>
        <Failure title={t('leaderboard.failed')} onRetry={refetch} />
      </WidgetCard>
    );
  return (
    <WidgetCard
      title={t('leaderboard.title')}
      tool={
        <Select
          label={t('leaderboard.view')}
          value={view}
          options={VIEWS.map((value) => ({ value, text: t(`leaderboard.view.${value}`) }))}
          onChoose={setView}
        />
      }
    >
      {data ? (
        <>
          <Figures view={view} standings={data} />
          {data.participantCount === null ? (
            <div className={styles['instead']}>
              <EmptyState icon="star" title={t('leaderboard.few.title')}>
                {t(data.isPreparing ? 'leaderboard.preparing' : 'leaderboard.few')}
              </EmptyState>
            </div>
          ) : (
            <Ranking entries={data.entries} />
          )}
          {mayChangeHome(home) && data.participantCount !== null ? <LeaderboardName /> : null}
        </>
      ) : (
        <WidgetSkeleton className={styles['waiting']} />
      )}
    </WidgetCard>
  );
}
