import { wallTime } from '#domain/time/time.ts';
import { now } from '#web/lib/browser/clock.ts';
import { useHouse } from '#web/api/house-context.ts';
import { useT } from '#web/lib/language/i18n.ts';
import type { TextKey } from '#web/lib/language/i18n.ts';
import { whenIdle } from '#web/lib/browser/timers.ts';
import { ErrorBoundary } from '#web/ui/container/ErrorBoundary.tsx';
import { lazyPart } from '#web/ui/container/LazyPart.tsx';
import { usePageHeading } from '#web/ui/page/page-heading.ts';
import styles from './greeting.module.css';

/** From which hour of the house on each greeting holds. */
const GREETINGS: readonly (readonly [number, TextKey])[] = [
  [18, 'greeting.evening'],
  [12, 'greeting.afternoon'],
  [4, 'greeting.morning'],
  [0, 'greeting.evening'],
];

const nothing = () => null;

const HomeStatus = lazyPart(async () => (await import('./HomeStatus.tsx')).HomeStatus, nothing, whenIdle);

function Greeting() {
  const t = useT();
  const { user, house, devices } = useHouse();
  const heading = usePageHeading(t('nav.home'));
  const { hour } = wallTime(now(), house.timezone);
  const [, key] = GREETINGS.find(([from]) => hour >= from) ?? [0, 'greeting.morning' as const];
  return (
    <div className={styles['greeting']}>
      <h1 ref={heading} tabIndex={-1}>
        {t(key, { name: user.firstName })}
      </h1>
      <p className={styles['status']}>
        <ErrorBoundary fallback={nothing} resetKey={devices}>
          <HomeStatus />
        </ErrorBoundary>
      </p>
    </div>
  );
}

export const greetingWidget = {
  id: 'greeting',
  area: 'head',
  shown: () => true,
  Component: Greeting,
} as const;
