import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { SignedIn } from '#contract/endpoints/auth.ts';
import type { Program } from '#contract/entities/program.ts';
import { expect, test as base } from '../support/fixtures.ts';
import { startServer } from '../support/server.ts';
import { asBearer, dashboardOf, houseIdOf } from '../support/signed-in.ts';

const PROVIDERS = path.resolve(import.meta.dirname, '../../providers');

/** Programs that allow an event on any day of the year, at any hour and at once, and move all devices at its start and end. */
const atAnyTime = (program: Program): Program => ({
  ...program,
  version: program.version + 1,
  season: null,
  weekdays: [0, 1, 2, 3, 4, 5, 6],
  holidays: [],
  hours: null,
  limits: { ...program.limits, perSeason: 1_000, perDay: 100 },
  notice: { ...program.notice, leastMinutes: 0 },
  preparation: null,
  spread: { startMinutes: 0, returnMinutes: 0 },
});

/** With a server of its own, whose programs are those of the demo otherwise. */
export const test = base.extend<object, { readonly server: string }>({
  server: [
    async ({ browserName: _ }, provide) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'porchlight-providers-'));
      await cp(PROVIDERS, folder, { recursive: true });
      const file = path.join(folder, 'sunvale/programs.json');
      const programs = JSON.parse(await readFile(file, 'utf8')) as Program[];
      await writeFile(file, JSON.stringify(programs.map(atAnyTime)));
      const { url, shutDownAndDelete } = await startServer({ providersDir: folder });
      await provide(url);
      await shutDownAndDelete();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

/** The newest reading of a device of the house. */
export const newestReading = async (page: Page, session: SignedIn, name: string, key: string) =>
  (await dashboardOf(page, session)).devices
    .find((device) => device.name === name)
    ?.realtime.find((entry) => entry.key === key);

export const reported = async (page: Page, session: SignedIn, name: string, key: string) =>
  (await newestReading(page, session, name, key))?.value;

/** As a person sets a device by its card; waits until it reports the values. */
const setDevice = async (
  page: Page,
  session: SignedIn,
  name: string,
  body: Readonly<Record<string, string | number>>,
  reports: readonly (readonly [key: string, value: string | number])[],
) => {
  const device = (await dashboardOf(page, session)).devices.find((candidate) => candidate.name === name);
  const answer = await page.request.post(
    `/api/house/${houseIdOf(session)}/device/${device?.id ?? ''}/command`,
    { ...asBearer(session), data: { type: 'OPERATIONAL', kind: device?.kind, body } },
  );
  expect(answer.status()).toBe(202);
  for (const [key, value] of reports) {
    await expect.poll(() => reported(page, session, name, key), { timeout: 60_000 }).toBe(value);
  }
};

/**
 * Brings the room and the water heater to settings that an event moves, whatever the hour and the season. The schedule goes
 * first: a step of it would undo the setting. Returns the water heater's id.
 */
export const prepareHome = async (page: Page, session: SignedIn): Promise<string> => {
  const { devices } = await dashboardOf(page, session);
  const water = devices.find(({ name }) => name === 'Garage Water Heater')?.id ?? '';
  const schedule = `/api/house/${houseIdOf(session)}/device/${water}/active-schedule`;
  expect((await page.request.delete(schedule, asBearer(session))).ok()).toBe(true);
  await setDevice(page, session, 'Garage Water Heater', { setpoint: 140 }, [['hwh-set-temperature', 140]]);
  await setDevice(page, session, 'Living Room', { mode: 'heat', heatSetpoint: 70 }, [
    ['thermostat-mode', 'heat'],
    ['thermostat-heat-setpoint', 70],
  ]);
  return water;
};
