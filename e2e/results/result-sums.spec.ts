import type { APIRequestContext } from '@playwright/test';
import type { Dashboard } from '#contract/endpoints/house.ts';
import type { DeviceReceipt, EventDay, Leaderboard, Reward, Savings } from '#contract/entities/result.ts';
import { expect, test } from '../support/fixtures.ts';
import { asBearer, houseIdOf, newSession } from '../support/signed-in.ts';

const sum = (values: readonly (number | null)[]): number =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0);

/** Null where nothing is known, as the server has it. */
const sumOrNull = (values: readonly (number | null)[]): number | null =>
  values.every((value) => value === null) ? null : sum(values);

const dispatchesOf = (days: readonly EventDay[]): readonly string[] => [
  ...new Set(days.flatMap(({ events }) => events.map(({ dispatchId }) => dispatchId))),
];

/** What the newest receipts of a dispatch say. */
const receiptsOf = async (
  get: <T>(path: string) => Promise<T>,
  { events }: EventDay,
): Promise<readonly DeviceReceipt[]> => {
  const firsts = [...Map.groupBy(events, ({ dispatchId }) => dispatchId).values()].flatMap(([first]) =>
    first ? [first.id] : [],
  );
  const answers = await Promise.all(firsts.map((id) => get<DeviceReceipt[]>(`event/${id}/receipt`)));
  return answers.flat();
};

const getterOf =
  (request: APIRequestContext, base: string, options: ReturnType<typeof asBearer>) =>
  async <T>(path: string): Promise<T> => {
    const answer = await request.get(`${base}/${path}`, options);
    expect(answer.status(), path).toBe(200);
    return (await answer.json()) as T;
  };

test('[CAL-2] [DASH-3] [LEAD-2] event days, month, leaderboard, receipts and ledger of the demo’s past add up to the same', async ({
  page,
}) => {
  const session = await newSession(page, 'demo');
  const get = getterOf(page.request, `/api/house/${houseIdOf(session)}`, asBearer(session));
  const [dashboard, board, savings, reward] = await Promise.all([
    get<Dashboard>('dashboard'),
    get<Leaderboard>('program-leaderboard'),
    get<Savings>('savings'),
    get<Reward>('reward'),
  ]);
  const days = await get<EventDay[]>('event-day?start=2000-01-01T00:00:00Z&end=2100-01-01T00:00:00Z');
  expect(days.length).toBeGreaterThan(10);
  const savedIn = (some: readonly EventDay[]) =>
    sumOrNull(some.map(({ performance }) => performance.reductionEnergy));

  // Each day is what its receipts say, and these are what their quarter hours say.
  const versions = new Map<string, readonly number[]>();
  const savedByEvent = new Map<string, readonly (number | null)[]>();
  for (const day of days) {
    const receipts = await receiptsOf(get, day);
    for (const [eventId, some] of Map.groupBy(receipts, (receipt) => receipt.eventId)) {
      savedByEvent.set(
        eventId,
        some.map(({ reductionWh }) => reductionWh),
      );
    }
    expect(sumOrNull(receipts.map(({ reductionWh }) => reductionWh)), day.id).toBe(
      day.performance.reductionEnergy,
    );
    expect(sumOrNull(receipts.map(({ actualWh }) => actualWh)), day.id).toBe(day.performance.eventEnergy);
    for (const { eventId, deviceId, reductionWh, intervals, versions: all } of receipts) {
      versions.set(
        `${eventId} ${deviceId}`,
        all.map(({ version }) => version),
      );
      if (reductionWh === null) continue;
      expect(sum(intervals.map(({ baselineWh, actualWh }) => (baselineWh ?? 0) - actualWh)), day.id).toBe(
        reductionWh,
      );
    }
  }

  // The season of the leaderboard, and each month of the house.
  const season = days.filter(({ startTime }) => Date.parse(startTime) >= Date.parse(board.start));
  expect(savings.savedWh).toBe(savedIn(season));
  expect(board.own.savedWh).toBe(savedIn(season));
  expect(board.own.eventCount).toBe(dispatchesOf(season).length);
  expect(board.entries.find(({ isOwn }) => isOwn)).toMatchObject({
    points: 500 + 1000 * Math.max(0, board.own.responseCount - board.own.optOutCount),
    responseCount: board.own.responseCount,
    eventCount: board.own.eventCount,
  });
  const ofMonths = Object.values(savings.byMonth).flatMap((year) => Object.values(year));
  expect(sumOrNull(ofMonths)).toBe(savedIn(days));
  const { monthlyResults: month, latestResult: latest } = dashboard;
  if (!month) throw new Error('the past of the demo is not complete');
  const ofMonth = days.filter(({ eventDay }) => eventDay.startsWith(month.month));
  expect(month.savedWh).toBe(savedIn(ofMonth));
  expect(month.eventCount).toBe(dispatchesOf(ofMonth).length);

  // The newest result is that of the newest dispatch, unless it is too old; its day may have another one.
  const ofLatest = days
    .flatMap(({ events }) => events)
    .filter(({ dispatchId }) => dispatchId === latest?.dispatchId);
  expect(ofLatest.length > 0).toBe(latest !== null);
  if (latest)
    expect(latest.savedWh).toBe(sumOrNull(ofLatest.flatMap(({ id }) => savedByEvent.get(id) ?? [])));

  // The ledger: what stands where adds up to what was written, each entry by receipts that exist.
  const written = (kind: string) =>
    sum(reward.entries.filter((entry) => entry.kind === kind).map(({ amount }) => amount));
  expect(sum(reward.balance.map(({ accrued, confirmed, paid }) => accrued + confirmed + paid))).toBe(
    written('accrued') - written('reversed'),
  );
  expect(reward.entries.length).toBeGreaterThan(10);
  for (const { eventId, receipts } of reward.entries) {
    for (const { deviceId, version } of receipts) {
      expect(versions.get(`${eventId} ${deviceId}`), eventId).toContain(version);
    }
  }
  for (const { programId, from, to, balance } of reward.seasons) {
    const starts = new Map(days.flatMap(({ events }) => events.map((event) => [event.id, event.startTime])));
    const ofSeason = reward.entries.filter((entry) => {
      const start = Date.parse(starts.get(entry.eventId) ?? '');
      return entry.programId === programId && start >= Date.parse(from) && start < Date.parse(to);
    });
    const given = sum(
      ofSeason.map(({ kind, amount }) => (kind === 'accrued' ? amount : kind === 'reversed' ? -amount : 0)),
    );
    expect(balance.accrued + balance.confirmed + balance.paid, programId).toBe(given);
  }
});
