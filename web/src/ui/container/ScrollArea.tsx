import type { HTMLAttributes, ReactNode, Ref } from 'react';

interface Props extends HTMLAttributes<HTMLDivElement> {
  readonly label: string;
  readonly areaRef: Ref<HTMLDivElement>;
  readonly children: ReactNode;
}

/** A part that scrolls by itself, and can be reached and scrolled by keyboard. */
export function ScrollArea({ label, areaRef, children, ...rest }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without it a keyboard could not scroll it
    <div {...rest} ref={areaRef} role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
