import { EventPage } from '#web/features/events/page/EventPage.tsx';
import { EventSlots } from '#web/features/events/event-slots.ts';
import { ResultFigures } from '#web/features/results/receipt/ResultFigures.tsx';
import { ResultPlot } from '#web/features/results/receipt/ResultPlot.tsx';

const slots = { ResultFigures, ResultPlot };

/** The page of an event; its result is told by the parts that know of results. */
export function EventPageScreen(props: { readonly params: Readonly<Record<string, string>> }) {
  return (
    <EventSlots value={slots}>
      <EventPage {...props} />
    </EventSlots>
  );
}
