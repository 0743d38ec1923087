import { useState } from 'react';
import type { ReactNode } from 'react';
import { ApiError } from '#web/api/client.ts';
import { useIdentity } from '#web/api/identity.ts';
import { ConfirmIdentity } from '#web/ui/form/ConfirmIdentity.tsx';
import type { ConfirmPurpose } from '#web/ui/form/ConfirmIdentity.tsx';

type Call = () => Promise<void>;

/**
 * Runs calls that may need a fresh proof of who the person is: then a dialog asks for it, and the call is made again.
 * `dialog` has to be drawn. Other failures go to `onFailure`.
 */
export const useConfirmedCall = (onFailure: (error: ApiError) => void, purpose?: ConfirmPurpose) => {
  const identity = useIdentity();
  const [waiting, setWaiting] = useState<Call | null>(null);
  const run = async (call: Call): Promise<void> => {
    try {
      await call();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'confirm_identity') setWaiting(() => call);
      else if (error instanceof ApiError) onFailure(error);
      else throw error;
    }
  };
  const dialog: ReactNode = waiting ? (
    <ConfirmIdentity
      {...identity}
      {...(purpose ? { purpose } : {})}
      onCancel={() => setWaiting(null)}
      onConfirmed={() => {
        setWaiting(null);
        void run(waiting);
      }}
    />
  ) : null;
  return { run, dialog };
};
