import type { Dashboard } from '#contract/endpoints/house.ts';

/** As many devices as wanted, the first ones again under other ids. */
export const withDevices = (answer: Dashboard, count: number): Dashboard => ({
  ...answer,
  devices: Array.from({ length: count }, (_, index) => {
    const device = answer.devices[index % answer.devices.length];
    if (!device) throw new Error('The home has no device');
    return index < answer.devices.length
      ? device
      : { ...device, id: `${device.id}${index}`, name: `${device.name} ${index}` };
  }),
});
