import { createEventDelivery } from '../../events/event-delivery.ts';

/** For tests that let readings confirm nothing of events. */
export const eventDelivery = createEventDelivery(async () => {});
