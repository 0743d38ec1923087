import { useState } from 'react';
import { useT } from '#web/lib/language/i18n.ts';
import { Button } from './Button.tsx';

interface Props {
  /** Until its promise settles the button is busy; it stays meanwhile, and keeps the focus. */
  readonly onRetry: () => unknown;
  /** It is being tried again by itself. */
  readonly busy?: boolean;
  /** For screen readers, where the text around the button does not name what is tried again. */
  readonly subject?: string;
  readonly look?: 'primary' | 'secondary' | 'quiet';
}

export function RetryButton({ onRetry, busy = false, subject, look = 'secondary' }: Props) {
  const t = useT();
  const [isRetrying, setIsRetrying] = useState(false);
  const text = t('action.retry');
  const retry = async () => {
    setIsRetrying(true);
    try {
      await onRetry();
    } finally {
      setIsRetrying(false);
    }
  };
  return (
    <Button
      look={look}
      busy={busy || isRetrying}
      aria-label={subject === undefined ? undefined : `${subject}: ${text}`}
      onClick={() => void retry()}
    >
      {text}
    </Button>
  );
}
