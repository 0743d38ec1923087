import type { HouseEnergy } from '#contract/entities/history.ts';
import type { DeviceReceipt, EventDay } from '#contract/entities/result.ts';
import { expect, test } from '../support/fixtures.ts';
import { asBearer, goTo, houseIdOf, openSignedIn, region } from '../support/signed-in.ts';
import { kwh } from './result-data.ts';

/** Wh; each quarter hour of a receipt, and each hour of the graph, is rounded by itself. */
const ROUNDING = 10;

test('[CAL-2] [PLOT-2] the event day of a battery tells the program’s impact: what it gave, as receipt and energy graph do', async ({
  page,
}) => {
  const session = await openSignedIn(page, 'demo');
  const house = `/api/house/${houseIdOf(session)}`;
  const get = async <T>(path: string): Promise<T> => {
    const answer = await page.request.get(house + path, asBearer(session));
    return (await answer.json()) as T;
  };
  const days = await get<EventDay[]>('/event-day?start=2000-01-01T00:00:00Z&end=2100-01-01T00:00:00Z');
  const ofBattery = days.filter(({ events }) => events.every(({ type }) => type === 'battery'));
  const [newest] = ofBattery
    .filter(({ performance }) => performance.reductionEnergy !== null)
    .toSorted((one, other) => other.startTime.localeCompare(one.startTime));
  const [event] = newest?.events ?? [];
  const given = -(newest?.performance.eventEnergy ?? 0);
  const saved = newest?.performance.reductionEnergy ?? 0;
  if (!newest || !event || given <= 0) throw new Error('the battery of the demo gave nothing in its events');

  const [receipt] = await get<DeviceReceipt[]>(`/event/${event.id}/receipt`);
  expect([receipt?.actualWh, receipt?.reductionWh]).toEqual([-given, saved]);
  const graph = await get<HouseEnergy>(`/energy?start=${newest.startTime}&end=${newest.endTime}`);
  const inGraph = graph.devices.find(({ deviceId }) => deviceId === receipt?.deviceId)?.energy ?? [];
  expect(inGraph).toHaveLength((Date.parse(newest.endTime) - Date.parse(newest.startTime)) / 3_600_000);
  const sum = inGraph.reduce<number>((total, wh) => total + (wh ?? 0), 0);
  expect(Math.abs(sum + given)).toBeLessThan(ROUNDING);

  const cards = region(page, 'Event Day Results')
    .getByRole('group', { name: /Event days/ })
    .getByRole('listitem');
  const impact = cards.filter({ has: page.getByRole('tab', { name: 'Program Impact' }) }).first();
  await expect(impact.getByRole('tabpanel')).toHaveText(
    new RegExp(`^Given${kwh(given)}Saved${kwh(saved)}kWh in the event`),
  );
  const others = cards.filter({ has: page.getByRole('tab', { name: 'Energy Usage' }) });
  await expect(others.first().getByRole('tabpanel')).toContainText('Used');

  await goTo(page, `/event/${event.id}/receipt`);
  const wh = (energy: number) => (Math.abs(energy) / 1_000).toFixed(3);
  const usual = receipt?.baselineWh ?? 0;
  await expect(region(page, 'The result')).toContainText(`Given${wh(given)}`);
  await expect(region(page, 'The event compared with usual')).toContainText(
    new RegExp(
      `Your device gave ${wh(given)}.kWh instead of ${usual < 0 ? '' : 'using '}${wh(usual)}.kWh\\.`,
    ),
  );
});
