import { useHouse } from '#web/api/house-context.ts';
import { now } from '#web/lib/browser/clock.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { eventPath } from '#web/lib/routing/paths.ts';
import { TextLink } from '#web/ui/text/TextLink.tsx';
import { dispatchTitle } from '../banner/banner-text.ts';
import { isDone, isLeft, phaseOf } from '../dispatch.ts';
import type { Dispatch } from '../dispatch.ts';
import { useDispatches } from '../use-events.ts';
import styles from './Head.module.css';

/** Which event is the next one, or that none is planned. */
export function Next({ dispatch }: { readonly dispatch: Dispatch }) {
  const t = useT();
  const { timezone } = useHouse().house;
  const next = useDispatches().find(
    (other) => other.id !== dispatch.id && !isLeft(other) && !isDone(phaseOf(other, now().getTime())),
  );
  return (
    <p className={styles['next']}>
      {next ? (
        <TextLink href={`#${eventPath(next.eventId)}`}>
          {t('event.page.next', { event: dispatchTitle(next, timezone) })}
        </TextLink>
      ) : (
        t('event.page.next.none')
      )}
    </p>
  );
}
