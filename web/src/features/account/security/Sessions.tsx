import { useState } from 'react';
import type { Session } from '#contract/entities/account.ts';
import { browserName } from '#domain/account/browser-name.ts';
import { now } from '#web/lib/browser/clock.ts';
import { formatAge } from '#web/lib/language/format.ts';
import { useHouse } from '#web/api/house-context.ts';
import { hasFailed } from '#web/api/query-failure.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { api } from '#web/api/session.ts';
import { toast } from '#web/lib/feedback/toasts.ts';
import { Button } from '#web/ui/form/Button.tsx';
import { Card } from '#web/ui/container/Card.tsx';
import { Chip } from '#web/ui/text/Chip.tsx';
import { useFocusFallback } from '#web/ui/page/focus-fallback.ts';
import { Skeleton } from '#web/ui/container/Skeleton.tsx';
import styles from '../Account.module.css';
import { LoadFailure } from '../LoadFailure.tsx';
import { useAccount, useSessions } from '../account-queries.ts';

/** The sessions of the account, each with a button that ends it. */
export function Sessions() {
  const t = useT();
  const { house } = useHouse();
  const { user, params, reloadSessions } = useAccount();
  const query = useSessions(user.id);
  const { data: sessions } = query;
  const isFailed = hasFailed(query);
  const [busy, setBusy] = useState<string | null>(null);
  const title = useFocusFallback<HTMLHeadingElement>();

  const end = async (sessionId: string | null) => {
    if (busy !== null) return;
    setBusy(sessionId ?? 'others');
    try {
      if (sessionId === null) await api.delete('/account/{id}/session', { params });
      else await api.delete('/account/{id}/session/{sessionId}', { params: { ...params, sessionId } });
      toast('ok', t('security.sessions.ended'));
    } catch {
      toast('fail', t('security.failed'), t('error.internal'));
    }
    await reloadSessions();
    setBusy(null);
  };
  const nameOf = ({ userAgent }: Session): string => {
    const name = browserName(userAgent);
    return name ? t('security.session.name', { ...name }) : t('security.session.unknown');
  };
  const ageOf = (time: string) => formatAge(new Date(time), now(), house.timezone);
  const present = sessions?.filter(({ current }) => current) ?? [];
  const others = sessions?.filter(({ current }) => !current) ?? [];

  return (
    <Card labelledBy="sessions">
      <h2 id="sessions" ref={title} tabIndex={-1}>
        {t('security.sessions')}
      </h2>
      {isFailed ? <LoadFailure title={t('security.sessions.failed')} onRetry={query.refetch} /> : null}
      {sessions || isFailed ? null : <Skeleton height="6rem" label={t('state.loading')} />}
      <ul className={styles['list']}>
        {[...present, ...others].map((session) => (
          <li key={session.id} className={styles['entry']}>
            <span className={styles['person']}>
              <span className={styles['number']}>{nameOf(session)}</span>
              <span className={styles['hint']}>
                {session.current
                  ? t('security.session.now')
                  : `${t('security.session.since', { when: ageOf(session.createdAt) })} · ${t('security.session.seen', { when: ageOf(session.seenAt) })}`}
              </span>
            </span>
            {session.current ? (
              <span className={`${styles['tools']} ${styles['beside-text']}`}>
                <Chip tone="ok">{t('security.session.current')}</Chip>
              </span>
            ) : (
              <span className={`${styles['tools']} ${styles['beside-text']}`}>
                <Button
                  look="quiet"
                  busy={busy === session.id}
                  aria-label={t('security.session.end', { browser: nameOf(session) })}
                  onClick={() => void end(session.id)}
                >
                  {t('security.session.end.short')}
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {others.length > 0 ? (
        <div>
          <Button busy={busy === 'others'} onClick={() => void end(null)}>
            {t('security.sessions.endOthers')}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}
