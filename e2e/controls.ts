import type { Locator, Page } from '@playwright/test';
import type { Dashboard } from '#contract/endpoints/house.ts';
import { DASHBOARD_CALL } from './visit.ts';

export const targetOf = (one: Locator) => one.getByRole('spinbutton', { name: 'Set to' });
export const valueOf = async (target: Locator) => Number(await target.getAttribute('aria-valuenow'));
export const underWay = (one: Locator) => one.getByText(/^(Sending…|Sent\.|Waiting)/);

/** Answers every dashboard call with what `change` makes of the server's answer. */
export const answerWith = (page: Page, change: (answer: Dashboard) => Dashboard) =>
  page.route(DASHBOARD_CALL, async (route) => {
    const response = await route.fetch();
    // The server's clock would correct the browser's, which a journey may have moved.
    const headers = { ...response.headers(), date: '' };
    await route.fulfill({ response, headers, json: change((await response.json()) as Dashboard) });
  });

type DeviceNow = Dashboard['devices'][number];
type CommandNow = DeviceNow['command'];

const reportedNow = (device: DeviceNow): DeviceNow => ({
  ...device,
  realtime: device.realtime.map((entry) => ({ ...entry, time: new Date().toISOString() })),
});

/** The readings of the first answer for ever, as of a device that reported just now and never again. */
export const freezeReadings = async (page: Page, commandOf: (command: CommandNow) => CommandNow) => {
  let first: Dashboard | null = null;
  await answerWith(page, (answer) => {
    first ??= { ...answer, devices: answer.devices.map(reportedNow) };
    const kept = first.devices;
    return {
      ...answer,
      devices: answer.devices.map((device) => ({
        ...device,
        command: commandOf(device.command),
        realtime: kept.find(({ id }) => id === device.id)?.realtime ?? [],
      })),
    };
  });
};
