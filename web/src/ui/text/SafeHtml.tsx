import { useEffect, useRef } from 'react';
import { logFailure } from '#web/lib/feedback/log-failure.ts';

interface Props {
  readonly html: string;
  readonly className?: string | undefined;
  /** Shown where the sanitizer cannot be loaded; nothing is shown without it. */
  readonly plainText?: string;
  /** Of its words, where that is not the one of the page. */
  readonly lang?: string | undefined;
  /** After each link stands where it leads. */
  readonly namesTargets?: boolean;
}

const toParagraph = (text: string): HTMLElement => {
  const paragraph = document.createElement('p');
  paragraph.append(text);
  return paragraph;
};

/** HTML from outside, sanitized before it is shown; the sanitizer is loaded only when this is rendered. */
export function SafeHtml({ html, plainText = '', className, lang, namesTargets = false }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let current = true;
    import('#web/lib/clean-html.ts')
      .then(({ cleanHtml }) => {
        if (current) place.current?.replaceChildren(cleanHtml(html, namesTargets));
      })
      .catch((error: unknown) => {
        logFailure('clean-html', error);
        if (current) place.current?.replaceChildren(...plainText.split('\n').map(toParagraph));
      });
    return () => {
      current = false;
    };
  }, [html, plainText, namesTargets]);
  return <div ref={place} className={className} dir="auto" lang={lang} />;
}
