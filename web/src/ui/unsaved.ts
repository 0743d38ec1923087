import { useEffect, useRef } from 'react';
import type { Location } from '#web/lib/paths.ts';
import { guardLeaving } from '#web/lib/router.ts';

/**
 * While a form holds unsaved input, the person is asked before the page is closed or another location is opened.
 * `staysAt`: locations at which the form keeps its input.
 */
export const useUnsaved = (isUnsaved: boolean, staysAt: (location: Location) => boolean): void => {
  const stays = useRef(staysAt);
  useEffect(() => {
    stays.current = staysAt;
  });
  useEffect(() => (isUnsaved ? guardLeaving((location) => stays.current(location)) : undefined), [isUnsaved]);
};
