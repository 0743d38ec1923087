import { useState } from 'react';
import { ApiError } from '#web/api/client.ts';
import { useHouse } from '#web/api/house-context.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import { t } from '#web/lib/language/i18n.ts';
import type { TextKey } from '#web/lib/language/i18n.ts';
import { toast } from '#web/lib/feedback/toasts.ts';

interface Failure {
  readonly message: string;
  /** The same call may work the next time. */
  readonly passing: boolean;
}

const SERVER_ERROR = 500;

/**
 * Runs calls one at a time; a failed one is told by a toast and kept, so that the place it was made from can say it too. Its
 * answer may be all that was lost, or the page behind the server: what is shown is read again.
 */
export const useCall = () => {
  const { refresh } = useHouse();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  /** Whether it worked; `title` is the toast's, should it fail. */
  const run = async (work: () => Promise<void>, title: TextKey): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    setFailure(null);
    try {
      await work();
      return true;
    } catch (error) {
      const message = errorMessage(error);
      const passing = !(error instanceof ApiError) || error.status === 0 || error.status >= SERVER_ERROR;
      setFailure({ message, passing });
      toast('fail', t(title), message);
      void refresh();
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, run };
};
