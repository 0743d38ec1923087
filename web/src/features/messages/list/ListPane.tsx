import { useRef } from 'react';
import type { Message } from '#contract/entities/message.ts';
import { failureSentence } from '#web/api/failure-sentence.ts';
import { boot } from '#web/lib/boot-state.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { paths } from '#web/lib/routing/paths.ts';
import { ButtonLink } from '#web/ui/form/ButtonLink.tsx';
import { RetryButton } from '#web/ui/form/RetryButton.tsx';
import { EmptyState } from '#web/ui/container/EmptyState.tsx';
import { Notice } from '#web/ui/text/Notice.tsx';
import { Skeleton } from '#web/ui/container/Skeleton.tsx';
import { Icon } from '#web/ui/icon/icons.tsx';
import { MessageList } from './MessageList.tsx';
import styles from '../Messages.module.css';
import type { Folder } from '../folders.ts';
import type { RowHeights } from './row-heights.ts';
import type { ListPosition } from './virtual-rows.ts';

interface Props {
  /** undefined: not loaded yet. */
  readonly list: readonly Message[] | undefined;
  readonly folder: Folder;
  readonly query: string;
  readonly isSearch: boolean;
  /** Of the folder or the search: another list begins at its own position. */
  readonly listKey: string;
  readonly failed: boolean;
  /** Why, where that is known. */
  readonly error: Error | null;
  readonly openId: string | null;
  readonly hasMenus: boolean;
  readonly heights: RowHeights;
  readonly position: ListPosition;
  readonly onQuery: (query: string) => void;
  readonly onRetry: () => unknown;
}

function Empty({ folder, isSearch }: Pick<Props, 'folder' | 'isSearch'>) {
  const t = useT();
  if (isSearch) {
    return (
      <EmptyState icon="search" title={t('messages.found.none')}>
        {t('messages.found.none.advice')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={folder === 'favorites' ? 'star' : 'messages'}
      title={t(`messages.none.${folder}`)}
      action={
        folder === 'favorites' ? (
          <ButtonLink href={`#${paths.inbox}`} look="secondary">
            {t('messages.none.favorites.open')}
          </ButtonLink>
        ) : null
      }
    >
      {t(`messages.none.${folder}.advice`, { provider: boot().page.provider.name })}
    </EmptyState>
  );
}

/** The field that searches all messages, and the list of a folder or of what was found. */
export function ListPane({
  list,
  folder,
  query,
  isSearch,
  listKey,
  failed,
  error,
  onQuery,
  onRetry,
  ...rows
}: Props) {
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  // Of the inbox, when the archive alone has failed.
  const hasFound = isSearch && list !== undefined && list.length > 0;
  return (
    <>
      <div className={styles['search']} role="search">
        <Icon name="search" size={20} />
        <input
          type="search"
          aria-label={t('messages.search')}
          placeholder={t('messages.search')}
          value={query}
          onChange={(event) => onQuery(event.target.value)}
          ref={field}
        />
        {query === '' ? null : (
          <button
            type="button"
            aria-label={t('messages.search.clear')}
            onClick={() => {
              onQuery('');
              field.current?.focus();
            }}
          >
            <Icon name="close" size={20} />
          </button>
        )}
      </div>
      {failed && hasFound ? (
        <Notice tone="warn" action={<RetryButton onRetry={onRetry} />}>
          {t('messages.failed.archive')}
        </Notice>
      ) : null}
      {failed && !hasFound ? (
        <EmptyState icon="alert" title={t('messages.failed')} action={<RetryButton onRetry={onRetry} />}>
          {error ? failureSentence(error) : null}
        </EmptyState>
      ) : list === undefined ? (
        <Skeleton height="24rem" label={t('state.loading')} />
      ) : list.length === 0 ? (
        <Empty folder={folder} isSearch={isSearch} />
      ) : (
        <MessageList key={listKey} list={list} folder={folder} isSearch={isSearch} {...rows} />
      )}
    </>
  );
}
