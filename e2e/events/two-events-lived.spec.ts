import type { Page } from '@playwright/test';
import type { SignedIn } from '#contract/endpoints/auth.ts';
import type { Message } from '#contract/entities/message.ts';
import type { Reward } from '#contract/entities/result.ts';
import { MINUTE } from '#domain/time/time.ts';
import { LONG, expect } from '../support/fixtures.ts';
import { signInOperator } from '../support/operator-command.ts';
import {
  asBearer,
  card,
  goTo,
  heading,
  houseIdOf,
  newSession,
  openSignedIn,
  region,
  toasts,
} from '../support/signed-in.ts';
import { prepareHome, reported, test } from './any-time-server.ts';
import { untilShown } from './event-screen.ts';

interface Ordered {
  readonly events: readonly { readonly id: string; readonly type: string }[];
}

const at = (ms: number) => new Date(Date.now() + ms).toISOString();

/** What the home was given for these events so far. */
const earnedIn = async (page: Page, session: SignedIn, { events }: Ordered): Promise<number> => {
  const answer = await page.request.get(`/api/house/${houseIdOf(session)}/reward`, asBearer(session));
  const { entries } = (await answer.json()) as Reward;
  const ids = events.map(({ id }) => id);
  return entries
    .filter(({ kind, eventId }) => kind === 'accrued' && ids.includes(eventId))
    .reduce((sum, { amount }) => sum + amount, 0);
};

/** Ids of the messages that tell the result of these events. */
const resultMessages = async (page: Page, session: SignedIn, { events }: Ordered) => {
  const box = `/api/account/${session.user.id}/house/${houseIdOf(session)}/message`;
  const messages = (await (await page.request.get(box, asBearer(session))).json()) as Message[];
  const ids = events.map(({ id }) => id);
  return messages
    .filter(({ about, eventId }) => about === 'result' && eventId !== null && ids.includes(eventId))
    .map(({ uuid }) => uuid);
};

/** Longer than a command takes on a busy machine. */
const SOON = 15_000;

test(
  '[UX-45] [UX-47] [UX-20] [UX-24] [TOAST-1] two overlapping events are lived on the real server from notice to result: one banner with a row each, each begins and goes back by itself, and each result says what it earned or why there is none',
  LONG,
  async ({ page, server }) => {
    // It waits for the server's sweeps and for readings of every home many times.
    test.setTimeout(600_000);
    const operator = await signInOperator(server);
    await operator.run('stop-all');
    const session = await newSession(page, 'demo');
    await prepareHome(page, session);
    const order = (program: string, start: number, end: number) =>
      operator.run<Ordered>('event', 'start', '--program', program, '--start', at(start), '--end', at(end));
    // An order names times far away; each step of the journey then brings one of them near, so that no step is missed.
    const bring = async ({ events }: Ordered, side: '--start' | '--end') => {
      for (const { id } of events) await operator.run('event', 'change', id, side, at(SOON));
    };

    await openSignedIn(page, 'demo');
    // It goes by itself, maybe before the rest is there.
    const told = toasts(page)
      .getByText(/^Peak event /)
      .waitFor({ timeout: 120_000 });
    const water = await order('water-heater', 20 * MINUTE, 140 * MINUTE);
    const banner = page.getByRole('main').getByRole('region', { name: /peak event/i });
    await untilShown(page, banner.getByText('You earn $0.50 if you stay in'));
    await told;
    const all = await order('winter-heating', 40 * MINUTE, 160 * MINUTE);
    // No air conditioner of the fleet heats: its event has nobody, and would keep the result of the other waiting.
    for (const { id } of all.events.filter(({ type }) => type === 'rac'))
      await operator.run('event', 'cancel', id);
    const heating = { events: all.events.filter(({ type }) => type !== 'rac') };
    const both = region(page, '2 peak events');
    await untilShown(page, both);
    const rows = both.getByRole('listitem').filter({ has: page.getByRole('heading') });
    const ofWater = rows.filter({ hasText: 'Garage Water Heater' });
    const ofRoom = rows.filter({ hasText: 'Living Room' });
    await expect(rows).toHaveCount(2);
    await expect(rows.getByText(/^Starts in /)).toHaveCount(2);

    const lock = 'Opt-out to make changes.';
    const [heater, room] = [card(page, 'Garage Water Heater'), card(page, 'Living Room')];
    await bring(water, '--start');
    await untilShown(page, heater.getByText(lock));
    await expect(room.getByText(lock)).toHaveCount(0);
    await expect(ofWater).toContainText(/^Peak event now, /);
    await expect(ofRoom).toContainText('Starts in ');
    await bring(heating, '--start');
    await untilShown(page, room.getByText(lock));
    await expect(heater.getByText(lock)).toBeVisible();
    await expect
      .poll(() => reported(page, session, 'Living Room', 'thermostat-heat-setpoint'), { timeout: 90_000 })
      .toBe(67);
    await expect
      .poll(() => reported(page, session, 'Garage Water Heater', 'hwh-set-temperature'), { timeout: 90_000 })
      .toBe(110);

    // Water first: the room stays where the other event holds it.
    await bring(water, '--end');
    await untilShown(page, ofWater.getByText('The peak event is over'));
    await expect(ofWater).toContainText(/Garage Water Heater (back at|going back to)/);
    await expect(heater.getByText(lock)).toHaveCount(0);
    await expect(room.getByText(lock)).toBeVisible();
    await expect(ofRoom).toContainText(/^Peak event now, /);
    await expect
      .poll(() => reported(page, session, 'Garage Water Heater', 'hwh-set-temperature'), { timeout: 90_000 })
      .toBe(140);
    expect(await reported(page, session, 'Living Room', 'thermostat-heat-setpoint')).toBe(67);
    await bring(heating, '--end');
    await untilShown(page, ofRoom.getByText('The peak event is over'));
    await expect(room.getByText(lock)).toHaveCount(0);
    await expect
      .poll(() => reported(page, session, 'Living Room', 'thermostat-heat-setpoint'), { timeout: 90_000 })
      .toBe(70);

    // No whole quarter hour lies in them: water pays by the event all the same, heating by the kWh and so nothing.
    for (const [of, title, cents] of [
      [water, '$0.50 earned', 50],
      [heating, 'No energy result', 0],
    ] as const) {
      await expect.poll(() => resultMessages(page, session, of), { timeout: 240_000 }).toHaveLength(1);
      const [uuid = ''] = await resultMessages(page, session, of);
      expect(await earnedIn(page, session, of)).toBe(cents);
      await goTo(page, `/message-center/inbox/message/${uuid}`);
      await expect(page.getByRole('main').getByText(title, { exact: false }).first()).toBeVisible();
      await goTo(page, `/event/${of.events[0]?.id ?? ''}/receipt`);
      await expect(heading(page)).toHaveText(
        cents > 0 ? 'You earned $0.50. No energy result for this event' : 'No energy result for this event',
      );
      await expect(
        page.getByText('only whole quarter hours count, and the event has none', { exact: false }).first(),
      ).toBeVisible();
    }
    await operator.signOut();
  },
);
