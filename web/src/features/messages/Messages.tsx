import { useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { isOfHousehold, useHouse } from '#web/api/house-context.ts';
import { now } from '#web/lib/browser/clock.ts';
import { hasFailed, useLastError } from '#web/api/query-failure.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { useMediaQuery } from '#web/lib/browser/media-query.ts';
import { paths } from '#web/lib/routing/paths.ts';
import { leaveTo, scrollPosition, useLocation } from '#web/lib/routing/router.ts';
import { BackLink } from '#web/ui/page/BackLink.tsx';
import { Button } from '#web/ui/form/Button.tsx';
import { ButtonLink } from '#web/ui/form/ButtonLink.tsx';
import { Tabs } from '#web/ui/container/Tabs.tsx';
import { Icon } from '#web/ui/icon/icons.tsx';
import { usePageHeading } from '#web/ui/page/page-heading.ts';
import { ListPane } from './list/ListPane.tsx';
import styles from './Messages.module.css';
import { ReadingPane } from './ReadingPane.tsx';
import { FOLDERS, countUnread, folderOf, mergeLists, messageIdIn, withoutOwnAnswers } from './folders.ts';
import { useFolder, useMessageActions, useNewMessages } from './message-queries.ts';
import { subjectOf } from './message-text.ts';
import { OnMoved, useMovedMessages } from './moved-message.ts';
import { UndoMoves } from './UndoMove.tsx';
import { RowHeights } from './list/row-heights.ts';
import { searchMessages } from './list/search.ts';
import type { ListPosition } from './list/virtual-rows.ts';

/** Below it list and message take turns; by the size of the text, which may be twice the usual. */
const NARROW = '(width < 64rem)';

const NONE = [] as const;

/** The messages of the provider and of the person about a house: a list, and beside it the one that is open. */
export function Messages() {
  const t = useT();
  const { path, search } = useLocation();
  const home = useHouse();
  const { messages } = home;
  const mayWrite = isOfHousehold(home);
  const folder = folderOf(path);
  const openId = messageIdIn(path);
  const isWriting = mayWrite && search.has('new') && openId === null;
  const isNarrow = useMediaQuery(NARROW);
  const isPhone = useMediaQuery('(width < 768px)');
  const isListShown = !isNarrow || (openId === null && !isWriting);

  const [query, setQuery] = useState('');
  const isSearch = query.trim() !== '';
  const inbox = useFolder('inbox');
  const favorites = useFolder('favorites', folder === 'favorites');
  // The answer to what the person wrote may have been archived.
  const hasOwn = inbox.data?.some(({ fromAccount }) => fromAccount) === true;
  const archived = useFolder('archived', folder === 'archived' || isSearch || openId !== null || hasOwn);
  const { moved, add: addMoved, forget: forgetMoved } = useMovedMessages();
  useNewMessages(inbox.data);
  const { readAll } = useMessageActions();
  const current = { inbox, favorites, archived }[folder];
  const lastError = useLastError(current);
  const all = useMemo(
    () => mergeLists(inbox.data ?? NONE, archived.data ?? NONE),
    [inbox.data, archived.data],
  );
  // Typing goes on while a long list is still being drawn.
  const searchText = useDeferredValue(query);
  // What a path names, and what a search finds, lies in the inbox or in the archive.
  const everywhere = [inbox, archived];
  const isLoaded = everywhere.every(({ data }) => data !== undefined);
  const failed = everywhere.filter((folderQuery) => !folderQuery.data && hasFailed(folderQuery));
  const retry = (queries: readonly (typeof inbox)[]) => Promise.all(queries.map(({ refetch }) => refetch()));
  const list = useMemo(() => {
    if (searchText.trim() === '') {
      return folder === 'favorites' || !current.data ? current.data : withoutOwnAnswers(current.data, all);
    }
    const matches = searchMessages(all, searchText);
    return matches.length > 0 || isLoaded ? matches : undefined;
  }, [searchText, folder, current.data, all, isLoaded]);

  const [heights] = useState(() => new RowHeights());
  // Where each list was left, for the way back from a message or from a search.
  const [positions] = useState(() => new Map<string, ListPosition>());
  const listKey = searchText.trim() === '' ? folder : `search ${searchText}`;
  const position = positions.get(listKey) ?? { place: null, scrollTop: scrollPosition() };
  positions.set(listKey, position);
  useEffect(
    () => () => {
      positions.delete(folder);
    },
    [folder, positions],
  );
  const left = useRef<string | null>(null);
  const opened = all.find(({ uuid }) => uuid === openId);
  const heading = usePageHeading(opened ? subjectOf(opened) : t('messages.title'));
  useLayoutEffect(() => {
    if (!isNarrow || !isListShown || left.current === null) return;
    const row = document.querySelector<HTMLElement>(`[data-message="${CSS.escape(left.current)}"]`);
    left.current = null;
    (row ?? heading.current)?.focus({ preventScroll: true });
  }, [isNarrow, isListShown, heading]);
  useEffect(() => {
    if (isNarrow && openId !== null) left.current = openId;
  }, [isNarrow, openId]);

  const unread = messages?.unread ?? 0;
  const isListFailed = isSearch ? failed.length > 0 : !current.data && hasFailed(current);
  // Beside a list without messages nothing asks to choose one.
  const isAlone = openId === null && !isWriting && !isSearch && (isListFailed || list?.length === 0);
  return (
    <OnMoved value={addMoved}>
      <div className={styles['messages']}>
        {isListShown ? null : (
          <BackLink
            path={paths[folder]}
            text={t(`messages.${folder}`)}
            onLeave={() => leaveTo(paths[folder])}
          />
        )}
        {isListShown ? (
          <div>
            <div className={styles['head']}>
              <h1 ref={heading} tabIndex={-1}>
                {t('messages.title')}
              </h1>
              {mayWrite ? (
                <ButtonLink
                  href={`#${paths.inbox}?new`}
                  look={openId === null && !isWriting ? 'primary' : 'secondary'}
                  label={isPhone ? t('messages.new') : undefined}
                >
                  <Icon name="plus" size={20} />
                  {t(isPhone ? 'messages.new.short' : 'messages.new')}
                </ButtonLink>
              ) : null}
            </div>
            <div className={styles['unread']}>
              {messages === null ? null : (
                <p>{unread === 0 ? t('messages.unread.none') : t('messages.unread.count', { n: unread })}</p>
              )}
              {inbox.data && countUnread(inbox.data) > 0 ? (
                <Button
                  look="quiet"
                  onClick={() => {
                    void readAll(now());
                    // The button goes away.
                    heading.current?.focus();
                  }}
                >
                  {t('messages.readAll')}
                </Button>
              ) : null}
            </div>
          </div>
        ) : null}
        {isListShown ? (
          <Tabs
            label={t('messages.title')}
            current={paths[folder]}
            inRow={!isPhone}
            tabs={FOLDERS.map((name) => ({
              path: paths[name],
              text: t(`messages.${name}`),
              ...(name === 'inbox' && unread > 0 ? { count: unread } : {}),
            }))}
          />
        ) : null}
        <div role="status" className={styles['moved']}>
          <UndoMoves moved={moved} onUndone={forgetMoved} />
        </div>
        <div className={styles['panes']}>
          {isListShown ? (
            <div className={styles['list-pane']}>
              <ListPane
                list={list}
                folder={folder}
                query={query}
                isSearch={searchText.trim() !== ''}
                failed={isListFailed}
                error={isSearch ? (failed[0]?.error ?? null) : lastError}
                openId={openId}
                hasMenus={isNarrow}
                listKey={listKey}
                heights={heights}
                position={position}
                onQuery={(text) => {
                  setQuery(text);
                  positions.delete(`search ${text}`);
                }}
                onRetry={() => retry(isSearch ? failed : [current])}
              />
            </div>
          ) : null}
          {isNarrow && isListShown ? null : (
            <div
              className={`${styles['reading-pane']} ${openId === null && !isWriting ? styles['resting'] : ''}`}
            >
              <ReadingPane
                folder={folder}
                openId={openId}
                isWriting={isWriting}
                isAlone={isAlone}
                all={all}
                list={list ?? NONE}
                isLoaded={isLoaded}
                failed={failed.length > 0}
                onRetry={() => retry(failed)}
                isPage={isNarrow}
              />
            </div>
          )}
        </div>
      </div>
    </OnMoved>
  );
}
