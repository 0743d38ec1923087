import type { EventWords } from '#domain/events/plan/strategies/wording.ts';
import { t } from '#web/lib/language/i18n.ts';
import { temperature as quantity } from '#web/lib/language/format.ts';
import { temperatureText } from '#web/lib/language/quantity-text.ts';
import type { PlannedSettings, Side } from '#web/lib/planned-settings.ts';
import type { Segment } from './plan-axis.ts';

/** Of the device whose bars they are. */
export type Part = Pick<PlannedSettings, 'words' | 'side'>;

interface Label {
  readonly short: string;
  readonly long: string;
}

interface PartWords {
  /** What a temperature is in an event, such as the highest one; null: the one that is kept. */
  readonly bound: ((side: Side) => 'event.axis.atLeast' | 'event.axis.atMost') | null;
  /** In the bars before and in an event; absent: their temperature. */
  readonly label?: Readonly<Record<'prepare' | 'event', 'event.axis.charges' | 'event.axis.battery'>>;
  /** Which sentence of the table tells what the event does. */
  readonly event: (side: Side) => Side | EventWords;
  /** In the table, before an event; absent: its temperature. */
  readonly prepared?: 'event.table.charges';
}

const PARTS: Readonly<Record<EventWords, PartWords>> = {
  air: {
    bound: (side) => (side === 'heat' ? 'event.axis.atLeast' : 'event.axis.atMost'),
    event: (side) => side,
  },
  water: { bound: null, event: () => 'water' },
  charge: {
    bound: null,
    label: { prepare: 'event.axis.charges', event: 'event.axis.battery' },
    event: () => 'charge',
    prepared: 'event.table.charges',
  },
};

/** In a bar of the axis, with and without room for it; empty where nothing is to be said. */
export const segmentLabel = ({ kind, degrees }: Segment, { words, side }: Part): Label => {
  const { bound, label } = PARTS[words];
  if (kind === 'return') return { short: '', long: '' };
  if (label && kind !== 'own') return { short: '', long: t(label[kind === 'event' ? kind : 'prepare']) };
  if (degrees === null) return { short: '', long: t('event.axis.usual') };
  // Without the unit, which the sentence beside it has.
  const short = `${quantity(degrees).value}°`;
  return {
    short,
    long: kind === 'event' && bound ? t(bound(side), { temperature: short }) : short,
  };
};

/** In the table: in full. */
export const segmentText = ({ kind, degrees }: Segment, { words, side }: Part): string => {
  const { event, prepared } = PARTS[words];
  const temperature = degrees === null ? '' : temperatureText(degrees);
  if (kind === 'event') return t('event.table.event', { side: event(side), temperature });
  if (prepared && (kind === 'cool' || kind === 'heat')) return t(prepared);
  if (kind === 'own' && degrees === null) return t('event.axis.usual');
  return t(`event.table.${kind}`, { temperature });
};
