import { HOUR, MINUTE } from '#domain/time/time.ts';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { goTo } from '../support/signed-in.ts';
import { openBatteryEvent } from './battery-event.ts';
import { coming, running } from './event-screen.ts';

const head = 'About this battery in the event';

test('[DEV-5] [T-28] a battery in an event: what flows, what is kept, what it earns, and what more reserve costs', async ({
  page,
}) => {
  const { saved } = await openBatteryEvent(page, running());
  await expect(page.getByRole('region', { name: head })).toContainText(
    'It takes part: it runs your home and feeds the grid, and stops at your reserve of 30%.',
  );
  await expect(page.getByRole('region', { name: 'Power now' })).toContainText('1.8 kW goes to the grid.');
  await expect(page.getByText(/^In its mode /)).toHaveCount(0);
  const charged = page.getByRole('region', { name: 'Charged' });
  await expect(charged).toContainText('72% 9.7 of 13.5 kWh');
  await expect(charged.getByRole('img')).toHaveAccessibleName(/72% now, about \d+% at the end/);
  await expect(page.getByRole('region', { name: 'The event in numbers' })).toContainText('$2.30');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Raise the reserve' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the reserve' });
  await expect(dialog).toContainText(/It stops earlier: about .+kWh and \$\d\.\d\d less\./);
  // At the present charge it would leave, at the price of an opt-out.
  const reserve = dialog.getByRole('spinbutton', { name: 'Your reserve' });
  await reserve.press('End');
  await expect(dialog).toContainText('It is 72% charged: at this reserve it leaves the event now.');
  await expect(dialog).toContainText('Uses free opt-out 2 of 3 this season.');
  expect(saved).toEqual([]);
  await reserve.press('Home');
  await expect(dialog).toContainText('It may give more in this event.');
  await dialog.getByRole('button', { name: 'Keep 10%' }).click();
  await expect(dialog).toHaveCount(0);
  expect(saved.map(({ batteryReserve }) => batteryReserve)).toEqual([10]);
  await expect(page.getByRole('region', { name: 'Your reserve' })).toContainText('10');
});

test('[DEV-5] before an event its battery tells what it may earn', async ({ page }) => {
  await openBatteryEvent(page, coming());
  await expect(page.getByRole('region', { name: head })).toContainText('Peak event');
  await expect(page.getByRole('region', { name: 'The event in numbers' })).toContainText('$5.76');
});

test('[T-28] the page of an event of a battery names its reserve, and no limits of rooms', async ({
  page,
}) => {
  await openBatteryEvent(page, running(), { at: '/event/event-battery' });
  const limits = page.getByRole('region', { name: 'Your limits' }).getByRole('listitem');
  await expect(limits).toHaveText([/^Battery reserve.*30%$/]);
});

test('[DEV-5] [T-28] [UX-43] a battery at rest: its bar is marked at the reserve, and a sentence says what its mode does', async ({
  page,
}) => {
  await openBatteryEvent(page, coming(), {
    isCalm: true,
    reserve: 40,
    readings: { 'battery-mode': 'SELF_SUPPLY', 'battery-power': 0 },
  });
  await expect(page.getByRole('main')).toContainText(
    'In its mode “Run on your own energy” it stores spare sun, and gives it when your home takes more than the sun makes.',
  );
  const mark = page.getByRole('img', { name: 'Your reserve 40%, kept for you' });
  const placeOf = async () => {
    const bar = await page.getByRole('img', { name: /^Charge level: / }).boundingBox();
    const at = await mark.boundingBox();
    return bar && at ? (at.x - bar.x) / bar.width : null;
  };
  await expect.poll(placeOf).toBeCloseTo(0.4, 2);
  await goTo(page, '/user-home');
  await expect(mark).toBeVisible();
});

test('[DEV-5] [T-28] a storm: the card and the screen of a battery say until when it is left alone, and why', async ({
  page,
}) => {
  const until = new Date(Date.now() + 27 * HOUR).toISOString();
  const storm = { until, cause: { en: 'Hail is forecast.' } };
  await openBatteryEvent(page, running(), { storm, part: { returned: 'done' } });
  const told = page.getByRole('region', { name: 'A storm may be coming' });
  await expect(told).toContainText(/Kept charged until \w{3}, \w{3} \d+, \d+:\d\d [AP]M/);
  await expect(told).toContainText('Hail is forecast.');
  // In the middle of an event it was let go: nothing counts down to an end that is not its own.
  const event = page.getByRole('region', { name: head });
  await expect(event).toContainText('A storm is expected, so it left the event and stays out of it.');
  await expect(event.getByRole('timer')).toHaveCount(0);
  await expect(page.getByText(/events leave it charged until/)).toHaveCount(0);
  await expectAccessible(page);
  await goTo(page, '/user-home');
  await expect(page.getByText(/^A storm may be coming: events leave it charged until /)).toBeVisible();
});

test('[DEV-5] [OPT-1] half of its power can be asked of a battery that takes a rate', async ({ page }) => {
  // Before it begins, so that all of it is still to come.
  await openBatteryEvent(page, coming(), { part: { mayEase: true } });
  const event = page.getByRole('region', { name: head }).locator('..');
  await event.getByRole('button', { name: 'Halve its power' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ease Home Battery?' });
  await expect(dialog.getByRole('row', { name: /^Power Full Half$/ })).toBeVisible();
  await expect(dialog.getByRole('row', { name: /^Saves/ })).toHaveText(/7\.2.kWh.*3\.6.kWh$/);
  await expect(dialog.getByRole('row', { name: /^Earns/ })).toHaveText(/\$5\.76.*\$2\.88$/);
  await expectAccessible(page);
});

test.describe('what a battery screen says when something is missing', { tag: '@long' }, () => {
  test('[DEV-5] [T-28] readings that are silent for an hour', async ({ page }) => {
    await openBatteryEvent(page, running(), { readAt: Date.now() - 62 * MINUTE });
    const charged = page.getByRole('region', { name: /^Charged at / });
    await expect(charged).toContainText(
      /has not reported since .+ stops by itself above your reserve of 30%\./,
    );
    await expect(page.getByRole('region', { name: 'Power now' })).toContainText('No new readings');
    await expect(page.getByText(/^By .+, about$/)).toHaveCount(0);
    await expectAccessible(page);
  });

  test('[DEV-5] [T-28] a charge that is not reported', async ({ page }) => {
    await openBatteryEvent(page, running(), { readings: { 'battery-present-capacity': null } });
    await expect(page.getByRole('region', { name: 'Charged' })).toContainText(
      'It has not reported how full it is.',
    );
  });

  for (const [what, options, said] of [
    ['a reserve above the charge', { charged: 25 }, 'It is 25% charged, and your reserve is 30%'],
    [
      'a mode nobody knows',
      { readings: { 'battery-mode': 'MOONLIGHT' } },
      'It is in MOONLIGHT mode, which we do not know',
    ],
    ['no capacity', { readings: { 'battery-max-capacity': null } }, 'It has not reported how full it is'],
    ['an outage', { readings: { 'battery-outage': true } }, 'The power is out: it runs your home'],
  ] as const) {
    test(`[DEV-5] [T-28] ${what}: events leave it alone, and it says why`, async ({ page }) => {
      await openBatteryEvent(page, running(), { ...options, isCalm: true });
      const reserve = page.getByRole('region', { name: 'Your reserve' });
      await expect(reserve).toContainText(`Events leave it alone for now. ${said}`);
      await expectAccessible(page);
    });
  }

  test('[DEV-5] [T-28] an event that it takes no part in', async ({ page }) => {
    const excluded = { code: 'below_reserve', charge: 25, reserve: 30 } as const;
    await openBatteryEvent(page, coming(), { part: { excluded, steps: [], outcome: 'excluded' } });
    const event = page.getByRole('region', { name: head });
    await expect(event).toContainText(/^For now it takes no part in the peak event/);
    await expect(event).toContainText(
      'It is 25% charged, and your reserve is 30%, so it gives nothing. We look again before it starts.',
    );
    // Once is enough.
    await expect(page.getByRole('region', { name: 'Your reserve' })).not.toContainText('25% charged');
  });

  for (const [returned, said] of [
    ['pending', 'It is going back to the mode you set.'],
    ['done', 'It is back as you set it.'],
    ['failed', 'It could not be put back. Please set it below.'],
  ] as const) {
    test(`[DEV-5] after the event, ${returned}`, async ({ page }) => {
      const span = { start: Date.now() - 185 * MINUTE, end: Date.now() - 5 * MINUTE };
      await openBatteryEvent(page, span, { part: { returned } });
      await expect(page.getByRole('region', { name: head })).toContainText(said);
    });
  }

  test('[DEV-5] [T-28] let go at its reserve before the end', async ({ page }) => {
    await openBatteryEvent(page, running(), { charged: 33, part: { returned: 'done' } });
    await expect(page.getByRole('region', { name: head })).toContainText(
      'It has given all it can in this event and stays above your reserve of 30%.',
    );
    await expect(page.getByRole('region', { name: 'The event in numbers' })).toContainText('Earned so far');
    await expect(page.getByText(/^By .+, about$/)).toHaveCount(0);
  });
});
