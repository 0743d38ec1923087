import type { Page } from '@playwright/test';
import { installClock, pauseClock } from '../support/clock.ts';
import { LONG, expect, expectAccessible, test } from '../support/fixtures.ts';
import { clippedOrOverlappingTexts, horizontalOverflow } from '../support/layout-checks.ts';
import {
  asBearer,
  card,
  dashboardOf,
  openSignedIn,
  heading,
  houseIdOf,
  newSession,
  toasts,
} from '../support/signed-in.ts';
import { confirmWithPassword, refuseOnceAsStale } from '../sign-in/stale-sign-in.ts';

interface Opened {
  readonly id: string;
  /** Of the setting that the server has. */
  readonly stored: (key: string) => Promise<unknown>;
}

/** With a session of its own, because some changes ask how old it is. */
const openSettings = async (
  page: Page,
  who: string,
  mfg: string,
  kind = 'hwh',
  language: 'en' | 'es' = 'en',
): Promise<Opened> => {
  const session = await newSession(page, who);
  const { devices } = await dashboardOf(page, session);
  const id = devices.find((device) => device.kind === kind && device.mfg === mfg)?.id ?? '';
  await openSignedIn(page, who, { at: `/device/${id}/settings`, session, language });
  await expect(page.getByRole('button', { name: /^(Update device|Actualizar dispositivo)$/ })).toBeVisible();
  // The page's own is replaced when the person proves who they are.
  const observer = await newSession(page, who);
  const stored = async (key: string): Promise<unknown> => {
    const address = `/api/house/${houseIdOf(observer)}/device/${id}/setting/${key}`;
    const answer = (await (await page.request.get(address, asBearer(observer))).json()) as { value: unknown };
    return answer.value;
  };
  return { id, stored };
};

const writesOf = (page: Page): { readonly path: string; readonly body: unknown }[] => {
  const writes: { path: string; body: unknown }[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'PUT') return;
    writes.push({
      path: new URL(request.url()).pathname.replace(/^.*\/device\/[^/]+/, ''),
      body: request.postDataJSON(),
    });
  });
  return writes;
};

const updateButton = (page: Page) => page.getByRole('button', { name: 'Update device' });
/** Returns when the form can be saved again. */
const save = async (page: Page) => {
  await updateButton(page).click();
  await expect(updateButton(page)).not.toHaveAttribute('aria-busy', 'true');
};
const done = (page: Page) => expect(toasts(page).getByText('Device updated')).toBeVisible();
const valve = (page: Page) => page.getByRole('checkbox', { name: 'Mixing valve installed' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Mixing valve: please read' });

for (const { width, language } of [
  { width: 375, language: 'es' },
  { width: 1440, language: 'en' },
] as const) {
  test(
    `[SET-1] [SET-2] [UX-1] [UX-40] settings of a water heater at ${width} px in ${language}`,
    LONG,
    async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      const { id } = await openSettings(page, 'demo', 'ge', 'hwh', language);
      const about = card(page, { en: 'About this device', es: 'Acerca de este dispositivo' }[language]);
      await expect(about.getByRole('definition')).toHaveText(['GeoSpring 50', 'GE', id]);
      const water = card(page, { en: 'Hot water', es: 'Agua caliente' }[language]);
      await expect(water.getByRole('definition')).toHaveText([
        { en: 'Hybrid', es: 'Híbrido' }[language],
        '120 °F',
      ]);
      await expect(
        page.getByText(
          /^(The hottest|La temperatura más alta).*140 °F.*160 °F.*120 °F (can scald|puede escaldar)/,
        ),
      ).toBeVisible();
      await expect.poll(() => horizontalOverflow(page)).toBeLessThanOrEqual(0);
      await expect.poll(() => clippedOrOverlappingTexts(page)).toEqual([]);
      await expectAccessible(page);
    },
  );
}

test('[SET-1] [SET-2] [SET-3] only what changed is sent: a name, or a limit, which is refused at its field outside of the safe range', async ({
  page,
}) => {
  const { stored } = await openSettings(page, 'makers', 'ge');
  const writes = writesOf(page);
  const field = page.getByLabel('Device name', { exact: true });
  const update = updateButton(page);
  const nameBefore = await field.inputValue();
  await expect(page.getByText('Nothing has been changed yet.')).toBeVisible();
  await expect(update).toBeDisabled();
  await page.getByRole('button', { name: 'About the device name' }).focus();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await field.fill('Cellar Tank');
  await update.focus();
  await page.keyboard.press('Enter');
  await done(page);
  await expect(update).not.toHaveAttribute('aria-busy', 'true');
  await expect(update).toBeFocused();
  expect(writes).toEqual([{ path: '', body: { name: 'Cellar Tank' } }]);
  await expect(heading(page)).toHaveText('Cellar Tank');

  // What is typed while it saves stays.
  const max = page.getByLabel('Maximum temperature (°F)');
  const typed = Promise.withResolvers<void>();
  const rename = /\/device\/[^/]+$/;
  await page.route(rename, async (route) => {
    await typed.promise;
    await route.continue();
  });
  await field.fill(nameBefore);
  await update.click();
  await max.fill('139');
  typed.resolve();
  await expect(heading(page)).toHaveText(nameBefore);
  await expect(update).not.toHaveAttribute('aria-busy', 'true');
  await expect(max).toHaveValue('139');
  await page.unroute(rename);

  const maxBefore = await stored('hwh-max-setpoint');
  writes.length = 0;
  await max.fill('141');
  await save(page);
  await expect(max).toBeFocused();
  await expect(max).toHaveAttribute('aria-invalid', 'true');
  await expect(
    page.getByText(/to 140 °F\. Water above 120 °F can scald; at 140 °F it burns within seconds\.$/),
  ).toBeVisible();
  await max.fill('hot');
  await save(page);
  await expect(page.getByText('Enter a temperature in numbers, such as 130.')).toBeVisible();
  expect(writes).toEqual([]);
  await max.fill('138');
  await save(page);
  await expect.poll(() => stored('hwh-max-setpoint')).toBe(138);
  expect(writes).toEqual([
    { path: '/setting/hwh-max-setpoint', body: { key: 'hwh-max-setpoint', value: 138 } },
  ]);
  await max.fill(maxBefore === null ? '' : `${maxBefore as number}`);
  await save(page);
  await expect.poll(() => stored('hwh-max-setpoint')).toBe(maxBefore);
});

test('[UX-19] [T-27] [SET-2] anything but Confirm reverts the mixing valve; confirmed with a tick it is stored with the version of the warning, and can be turned off', async ({
  page,
}) => {
  const { stored } = await openSettings(page, 'makers', 'ge');
  const writes = writesOf(page);
  const cancel = dialog(page).getByRole('button', { name: 'Cancel' });
  const confirm = dialog(page).getByRole('button', { name: 'Confirm' });
  const ways = [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 5),
    () => cancel.click(),
    () => dialog(page).getByRole('button', { name: 'Close' }).click(),
  ];
  for (const leave of ways) {
    await valve(page).click();
    await expect(dialog(page)).toBeVisible();
    await expect(cancel).toBeFocused();
    await expect(confirm).toBeDisabled();
    await leave();
    await expect(dialog(page)).toBeHidden();
    await expect(valve(page)).not.toBeChecked();
  }
  await expect(page.getByText('Nothing has been changed yet.')).toBeVisible();
  expect(await stored('hwh-mixing-valve')).not.toBe(true);

  await valve(page).click();
  await dialog(page).getByRole('checkbox').check();
  await expectAccessible(page, 'dialog[open]');
  await confirm.click();
  await expect(valve(page)).toBeChecked();
  await save(page);
  await done(page);
  expect(writes).toEqual([
    {
      path: '/setting/hwh-mixing-valve',
      body: {
        key: 'hwh-mixing-valve',
        value: true,
        acknowledged: expect.stringMatching(/^\d{4}-\d{2}-\d{2}(\.\d)?$/),
      },
    },
  ]);
  expect(await stored('hwh-mixing-valve')).toBe(true);
  await valve(page).click();
  await expect(dialog(page)).toBeHidden();
  await save(page);
  await expect.poll(() => stored('hwh-mixing-valve')).toBe(false);
});

test(
  '[T-27] [SET-2] [UX-19] a session that is not fresh must confirm the identity: without that the valve stays as it was, after that it is saved',
  LONG,
  async ({ page }) => {
    const { stored } = await openSettings(page, 'makers', 'ge');
    const turnOn = async () => {
      await refuseOnceAsStale(page, '**/setting/hwh-mixing-valve');
      await valve(page).click();
      await dialog(page).getByRole('checkbox').check();
      await dialog(page).getByRole('button', { name: 'Confirm' }).click();
      await save(page);
    };
    await turnOn();
    await expect(page.getByRole('dialog').getByLabel('Password', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(valve(page)).not.toBeChecked();
    expect(await stored('hwh-mixing-valve')).not.toBe(true);

    await turnOn();
    await confirmWithPassword(page);
    await expect.poll(() => stored('hwh-mixing-valve')).toBe(true);
    await expect(valve(page)).toBeChecked();
    await valve(page).click();
    await save(page);
    await expect.poll(() => stored('hwh-mixing-valve')).toBe(false);
  },
);

test(
  '[SET-2] [T-26] the warning promises no more than the model can do; makers whose limits cannot be set have none, and what is not set says so',
  LONG,
  async ({ page }) => {
    await openSettings(page, 'demo', 'ge');
    await expect(page.getByText('This model goes up to 140 °F.')).toBeVisible();
    await valve(page).click();
    await expect(
      dialog(page).getByText('This model cannot be set above 140 °F, even with a mixing valve.'),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    await openSettings(page, 'makers', 'aquanta');
    await expect(page.getByText(/^This model goes up to/)).toHaveCount(0);
    await openSettings(page, 'makers', 'eradio');
    await expect(page.getByLabel(/^Maximum temperature/)).toHaveCount(0);
    await expect(valve(page)).toBeVisible();
    await expect(card(page, 'Hot water').getByRole('definition').first()).toHaveText('Unset');
  },
);

test('[SET-3] an electric vehicle shows its details and data', LONG, async ({ page }) => {
  await openSettings(page, 'demo', 'smartcar', 'ev');
  await expect(card(page, 'Vehicle details').getByRole('definition')).toHaveText(['IONIQ 5', '2024']);
  const data = card(page, 'Vehicle data');
  await expect(data.getByRole('term')).toHaveText([
    'Battery capacity',
    'Charging status',
    'Location',
    'Plugged in',
  ]);
  await expect(data.getByRole('definition').first()).toHaveText('77.4 kWh');
  await expect(valve(page)).toHaveCount(0);
});

test('[SET-1] [T-29] who reads °C types the limits in °C', LONG, async ({ page }) => {
  const session = await newSession(page, 'makers');
  const readIn = async (temperatureUnit: 'C' | null) => {
    const answer = await page.request.put(`/api/account/${session.user.id}/preferences`, {
      ...asBearer(session),
      data: { temperatureUnit },
    });
    expect(answer.status()).toBe(200);
  };
  await readIn('C');
  await openSettings(page, 'makers', 'ge');
  const writes = writesOf(page);
  const max = page.getByLabel('Maximum temperature (°C)');
  await max.fill('61');
  await save(page);
  await expect(page.getByText(/to 60 °C\. Water above 49 °C can scald; at 60 °C/)).toBeVisible();
  expect(writes).toEqual([]);
  await readIn(null);
});

test(
  '[SET-1] [SET-2] changes from another tab appear and unsaved input stays; what they have just made impossible is refused at its field',
  LONG,
  async ({ page }) => {
    await installClock(page);
    const { id, stored } = await openSettings(page, 'makers', 'ge');
    const session = await newSession(page, 'makers');
    const address = `/api/house/${houseIdOf(session)}/device/${id}/setting/hwh-max-setpoint`;
    const setMax = (value: unknown) =>
      page.request.put(address, { ...asBearer(session), data: { key: 'hwh-max-setpoint', value } });
    const before = await stored('hwh-max-setpoint');
    const max = page.getByLabel('Maximum temperature (°F)');
    const min = page.getByLabel('Minimum temperature (°F)');
    await min.fill('124');
    await setMax(133);
    await page.clock.runFor(11_000);
    await expect(max).toHaveValue('133');
    await expect(min).toHaveValue('124');
    await pauseClock(page);
    await setMax(122);
    await save(page);
    await expect(page.getByText(/^Choose a value from \d+ °F to 122 °F\.$/)).toBeVisible();
    await expect(min).toBeFocused();
    await expect(min).toHaveValue('124');
    await setMax(before);
  },
);

test('[SET-1] an admin sees the facts and why nothing can be changed', LONG, async ({ page }) => {
  const session = await newSession(page, 'admin');
  const { devices } = await dashboardOf(page, session);
  const id = devices.find(({ kind }) => kind === 'hwh')?.id ?? '';
  await openSignedIn(page, 'admin', { at: `/device/${id}/settings`, session });
  await expect(card(page, 'About this device')).toBeVisible();
  await expect(page.getByText('Only owners and members of this home can make changes.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Update device' })).toHaveCount(0);
});
