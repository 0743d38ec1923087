import { useT } from '#web/lib/language/i18n.ts';
import { useOnline } from '#web/lib/browser/online.ts';
import { Button } from '#web/ui/form/Button.tsx';
import type { Dispatch } from '../dispatch.ts';
import { useEventCalls } from '../event-calls.ts';
import { useCall } from '../use-call.ts';
import { staysOut } from './stay-out.ts';

/** For a home whose devices are all left out for now: it leaves before one of them joins, or takes that back. Neither costs anything. */
export function StayOut({ dispatch }: { readonly dispatch: Dispatch }) {
  const t = useT();
  const online = useOnline();
  const calls = useEventCalls();
  const { busy, run } = useCall();
  const isOut = staysOut(dispatch);
  const change = () =>
    isOut
      ? run(() => calls.rejoin(dispatch.eventId, []), 'event.failed.rejoin')
      : run(() => calls.optOut(dispatch), 'event.failed.optOut');
  return (
    <Button busy={busy} disabled={!online} onClick={() => void change()}>
      {t(isOut ? 'event.left.rejoin' : 'event.page.stayOut')}
    </Button>
  );
}
