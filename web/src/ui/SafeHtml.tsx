import { useEffect, useRef } from 'react';
import { logFailure } from '#web/lib/log-failure.ts';

interface Props {
  readonly html: string;
  readonly className?: string | undefined;
  /** After each link stands where it leads. */
  readonly namesTargets?: boolean;
}

/** HTML from outside, sanitized before it is shown; the sanitizer is loaded only when this is rendered. */
export function SafeHtml({ html, className, namesTargets = false }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let current = true;
    import('#web/lib/clean-html.ts')
      .then(({ cleanHtml }) => {
        if (current) place.current?.replaceChildren(cleanHtml(html, namesTargets));
      })
      .catch((error: unknown) => logFailure('clean-html', error));
    return () => {
      current = false;
    };
  }, [html, namesTargets]);
  return <div ref={place} className={className} dir="auto" />;
}
