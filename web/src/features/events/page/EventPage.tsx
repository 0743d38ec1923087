import { useT } from '#web/lib/language/i18n.ts';
import { LoadingPage } from '#web/ui/page/LoadingPage.tsx';
import { MissingPage } from '#web/ui/page/MissingPage.tsx';
import { EventScreen } from './EventScreen.tsx';
import { useDispatch } from './use-dispatch.ts';

/** One dispatch: what will happen, happens or happened with each device of the home. */
export function EventPage({ params }: { readonly params: Readonly<Record<string, string>> }) {
  const t = useT();
  const found = useDispatch(params['eventId'] ?? '');
  if (found.state === 'found') return <EventScreen key={found.dispatch.id} dispatch={found.dispatch} />;
  if (found.state === 'unknown')
    return <MissingPage title={t('event.page.unknown')} advice={t('event.page.unknown.advice')} />;
  if (found.state === 'failed') return <MissingPage title={t('event.page.failed')} retry={found.retry} />;
  return <LoadingPage height="40rem" title={t('plot.event')} />;
}
