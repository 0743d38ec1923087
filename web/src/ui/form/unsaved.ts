import { useEffect, useRef } from 'react';
import type { Location } from '#web/lib/routing/paths.ts';
import { guardLeaving } from '#web/lib/routing/router.ts';

/**
 * While a form holds unsaved input, the person is asked before the page is closed or another location is opened.
 * `staysAt`: locations at which the form keeps its input. `discard`: for input that is kept outside of the form.
 */
export const useUnsaved = (
  isUnsaved: boolean,
  staysAt: (location: Location) => boolean,
  discard?: () => void,
): void => {
  const latest = useRef({ staysAt, discard });
  useEffect(() => {
    latest.current = { staysAt, discard };
  });
  useEffect(
    () =>
      isUnsaved
        ? guardLeaving({
            staysAt: (location) => latest.current.staysAt(location),
            discard: () => latest.current.discard?.(),
          })
        : undefined,
    [isUnsaved],
  );
};
