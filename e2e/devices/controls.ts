import type { Locator, Page } from '@playwright/test';
import type { Dashboard } from '#contract/endpoints/house.ts';
import { expect } from '../support/fixtures.ts';
import { DASHBOARD_CALL, asBearer, dashboardOf, houseIdOf, newSession } from '../support/signed-in.ts';

export const setpointOf = (deviceCard: Locator) =>
  deviceCard.getByRole('spinbutton', { name: /^(Set|Heat|Cool|Ajustado|Calentar|Enfriar) (to|a)$/ });
export const raiseOf = (deviceCard: Locator) => deviceCard.getByRole('button', { name: /^(Raise|Subir) / });
export const lowerOf = (deviceCard: Locator) => deviceCard.getByRole('button', { name: /^(Lower|Bajar) / });
export const valueOf = async (target: Locator) => Number(await target.getAttribute('aria-valuenow'));
export const progressOf = (deviceCard: Locator) => deviceCard.getByText(/^(Sending…|Sent\.|Waiting)/);

export type DashboardDevice = Dashboard['devices'][number];
type DashboardChange = (answer: Dashboard) => Dashboard;

const changesOf = new WeakMap<Page, readonly DashboardChange[]>();

/** Passes every dashboard answer of the server through `change`, after the changes asked for earlier: of two routes only the newer runs. */
export const changeDashboard = async (page: Page, change: DashboardChange): Promise<void> => {
  const changes = [...(changesOf.get(page) ?? []), change];
  changesOf.set(page, changes);
  await page.route(DASHBOARD_CALL, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as Dashboard;
    await route.fulfill({ response, json: changes.reduce((changed, next) => next(changed), answer) });
  });
};

/** Changes one device in every dashboard answer. */
export const changeDevice = (
  page: Page,
  name: string,
  change: (device: DashboardDevice) => DashboardDevice,
): Promise<void> =>
  changeDashboard(page, (answer) => ({
    ...answer,
    devices: answer.devices.map((device) => (device.name === name ? change(device) : device)),
  }));

const MODE = 'thermostat-mode';

/** Sets the living room of demo@ to cool, whatever mode the demo data gave it. */
export const coolLivingRoom = async (page: Page): Promise<void> => {
  const session = await newSession(page, 'demo');
  const room = async () =>
    (await dashboardOf(page, session)).devices.find(({ name }) => name === 'Living Room');
  const modeNow = async () => (await room())?.realtime.find(({ key }) => key === MODE)?.value;
  if ((await modeNow()) === 'cool') return;
  const id = (await room())?.id ?? '';
  const answer = await page.request.post(`/api/house/${houseIdOf(session)}/device/${id}/command`, {
    ...asBearer(session),
    data: { type: 'OPERATIONAL', kind: 'tstat', body: { mode: 'cool' } },
  });
  expect(answer.status()).toBe(202);
  await expect.poll(modeNow, { timeout: 30_000 }).toBe('cool');
};

type CommandNow = DashboardDevice['command'];

const reportedNow = (device: DashboardDevice): DashboardDevice => ({
  ...device,
  realtime: device.realtime.map((entry) => ({ ...entry, time: new Date().toISOString() })),
});

/** Repeats the readings of the first answer, dated now, as if the devices had stopped reporting. */
export const freezeReadings = async (page: Page, commandOf: (command: CommandNow) => CommandNow) => {
  let first: Dashboard | null = null;
  await changeDashboard(page, (answer) => {
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
