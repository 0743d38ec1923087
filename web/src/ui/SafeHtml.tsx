import { useEffect, useRef } from 'react';
import { logFailure } from '#web/lib/log-failure.ts';

interface Props {
  readonly html: string;
  readonly className?: string | undefined;
}

/** HTML that somebody else wrote, cleaned before it is shown; the cleaner is loaded only where it is needed. */
export function SafeHtml({ html, className }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let current = true;
    import('#web/lib/clean-html.ts')
      .then(({ cleanHtml }) => {
        if (current) place.current?.replaceChildren(cleanHtml(html));
      })
      .catch((error: unknown) => logFailure('clean-html', error));
    return () => {
      current = false;
    };
  }, [html]);
  return <div ref={place} className={className} />;
}
