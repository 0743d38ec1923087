import { lazyPart } from '#web/ui/container/LazyPart.tsx';
import { useOptOutRequest } from './opt-out-request.ts';

const OptOutDialog = lazyPart(
  async () => (await import('./OptOutDialog.tsx')).OptOutDialog,
  () => null,
);

/** Shows the dialog of leaving wherever it is asked for. */
export function OptOutDialogHost() {
  const request = useOptOutRequest();
  return request ? <OptOutDialog request={request} /> : null;
}
