import { wallTime } from '#domain/time.ts';
import { now } from '#web/lib/clock.ts';
import { useHouse } from '#web/api/house-context.ts';
import { useT } from '#web/lib/i18n.ts';
import type { TextKey } from '#web/lib/i18n.ts';
import { usePageHeading } from '#web/ui/page-heading.ts';

/** From which hour of the house on each greeting holds. */
const GREETINGS: readonly (readonly [number, TextKey])[] = [
  [18, 'greeting.evening'],
  [12, 'greeting.afternoon'],
  [4, 'greeting.morning'],
  [0, 'greeting.evening'],
];

function Greeting() {
  const t = useT();
  const { user, house } = useHouse();
  const heading = usePageHeading(t('nav.home'));
  const { hour } = wallTime(now(), house.timezone);
  const [, key] = GREETINGS.find(([from]) => hour >= from) ?? [0, 'greeting.morning' as const];
  return (
    <h1 ref={heading} tabIndex={-1}>
      {t(key, { name: user.firstName })}
    </h1>
  );
}

export const greetingWidget = {
  id: 'greeting',
  area: 'top',
  shown: () => true,
  Component: Greeting,
} as const;
