import { loadDeliveries } from '#domain/events/engine/deliveries.ts';
import type { DeviceRef } from '#domain/ports/device-link.ts';
import type { EventDelivery } from '../commands/deps.ts';
import { createEventStore } from '../stores/events/engine-store.ts';

/** `observe`: looks at the stored readings of devices. */
export const createEventDelivery = (
  observe: (devices: readonly DeviceRef[]) => Promise<void>,
): EventDelivery => ({
  load: async (db, commands, now) => {
    const { mayDeliver, settle } = await loadDeliveries(
      createEventStore(db, () => now.getTime()),
      commands,
      now.getTime(),
    );
    return {
      mayDeliver,
      settle: (tx, results, at) => {
        const time = () => at.getTime();
        return settle({ store: createEventStore(tx, time), now: time }, results);
      },
    };
  },
  onDelivered: observe,
});
