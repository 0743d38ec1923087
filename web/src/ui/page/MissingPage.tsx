import { useT } from '#web/lib/language/i18n.ts';
import { paths } from '#web/lib/routing/paths.ts';
import { RetryButton } from '../form/RetryButton.tsx';
import { EmptyState } from '../container/EmptyState.tsx';
import { TextLink } from '../text/TextLink.tsx';
import { usePageHeading } from './page-heading.ts';

interface Props {
  readonly title: string;
  readonly advice?: string;
  /** Without it there is nothing to try again: the page does not exist. */
  readonly retry?: () => unknown;
}

/** A page whose subject does not exist, or could not be loaded: what is wrong, and the way on. */
export function MissingPage({ title, advice, retry }: Props) {
  const t = useT();
  usePageHeading(title);
  return (
    <EmptyState
      isPage
      icon={retry ? 'alert' : 'search'}
      title={title}
      action={
        retry ? (
          <RetryButton onRetry={retry} />
        ) : (
          <TextLink href={`#${paths.home}`}>{t('event.page.home')}</TextLink>
        )
      }
    >
      {advice}
    </EmptyState>
  );
}
