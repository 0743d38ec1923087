import type { Message } from '#contract/entities/message.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { paths } from '#web/lib/routing/paths.ts';
import { RetryButton } from '#web/ui/form/RetryButton.tsx';
import { EmptyState } from '#web/ui/container/EmptyState.tsx';
import { Skeleton } from '#web/ui/container/Skeleton.tsx';
import { Icon } from '#web/ui/icon/icons.tsx';
import { TextLink } from '#web/ui/text/TextLink.tsx';
import { Compose } from './compose/Compose.tsx';
import { MessageView } from './MessageView.tsx';
import { neighbourOf } from './folders.ts';
import type { Folder } from './folders.ts';

interface Props {
  readonly folder: Folder;
  readonly openId: string | null;
  readonly isWriting: boolean;
  /** The list beside it has no message to choose. */
  readonly isAlone: boolean;
  readonly all: readonly Message[];
  /** The list beside it. */
  readonly list: readonly Message[];
  readonly isLoaded: boolean;
  readonly failed: boolean;
  readonly onRetry: () => unknown;
  readonly isPage: boolean;
}

/** The message that the path names, the form for a new one, or the way to choose one. */
export function ReadingPane(props: Props) {
  const { folder, openId, isWriting, isAlone, all, list, isLoaded, failed, onRetry, isPage } = props;
  const t = useT();
  if (isWriting) return <Compose isPage={isPage} />;
  if (isAlone) return <Icon name="mail" size={40} />;
  if (openId === null) {
    return (
      <EmptyState icon="mail" title={t('messages.choose')}>
        {t('messages.choose.advice')}
      </EmptyState>
    );
  }
  const message = all.find(({ uuid }) => uuid === openId);
  if (message) {
    const next = isPage ? null : neighbourOf(list, message);
    return <MessageView message={message} folder={folder} all={all} next={next} isPage={isPage} />;
  }
  if (failed) {
    return (
      <EmptyState
        isPage={isPage}
        icon="alert"
        title={t('messages.failed.one')}
        action={<RetryButton onRetry={onRetry} />}
      />
    );
  }
  if (!isLoaded) {
    return (
      <>
        {isPage ? <h1 className="visually-hidden">{t('messages.title')}</h1> : null}
        <Skeleton height="24rem" label={t('state.loading')} />
      </>
    );
  }
  return (
    <EmptyState
      isPage={isPage}
      icon="search"
      title={t('messages.gone')}
      action={<TextLink href={`#${paths[folder]}`}>{t('messages.gone.back')}</TextLink>}
    />
  );
}
