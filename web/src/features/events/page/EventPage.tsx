import { useT } from '#web/lib/language/i18n.ts';
import { LoadingPage } from '#web/ui/page/LoadingPage.tsx';
import { MissingPage } from '#web/ui/page/MissingPage.tsx';
import { EventScreen } from './EventScreen.tsx';
import { useDispatch } from './use-dispatch.ts';

/** One dispatch: what will happen, happens or happened with each device of the home. */
export function EventPage({ params }: { readonly params: Readonly<Record<string, string>> }) {
  const t = useT();
  const result = useDispatch(params['eventId'] ?? '');
  if (result.state === 'found') return <EventScreen key={result.dispatch.id} dispatch={result.dispatch} />;
  if (result.state === 'unknown')
    return <MissingPage title={t('event.page.unknown')} advice={t('event.page.unknown.advice')} />;
  if (result.state === 'failed') return <MissingPage title={t('event.page.failed')} retry={result.retry} />;
  return <LoadingPage title={t('plot.event')} />;
}
