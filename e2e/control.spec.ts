import { expect, test } from './journey.ts';
import { card, enter } from './visit.ts';

test('[REC-1] [DEV-6] [UX-11] [UX-14] [UX-16] five quick steps end in one command, which the device confirms', async ({
  page,
}) => {
  await enter(page, 'demo');
  const room = card(page, 'Living Room');
  const target = room.getByRole('spinbutton', { name: 'Set to' });
  const before = Number(await target.getAttribute('aria-valuenow'));
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/command')) sent.push(request.postDataJSON());
  });
  const less = room.getByRole('button', { name: 'Less: Set to' });
  for (let step = 0; step < 5; step += 1) await less.click();
  await expect(target).toHaveAttribute('aria-valuenow', String(before - 5));
  await expect(room.getByText('Sending…')).toBeVisible();
  // The mark goes away without a toast once the device shows the new value.
  await expect(room.getByText(/^(Sending…|Sent\.|Waiting)/)).toHaveCount(0, { timeout: 30_000 });
  await expect(target).toHaveAttribute('aria-valuenow', String(before - 5));
  expect(sent).toHaveLength(1);
  await expect(page.getByRole('region', { name: 'Alerts' })).toBeEmpty();
  await page.reload();
  await expect(target).toHaveAttribute('aria-valuenow', String(before - 5));
});

test('[REC-2] [UX-16] a refused change returns to the truth, says why and can be tried again', async ({
  page,
}) => {
  await enter(page, 'makers');
  const heater = card(page, 'Basement Tank');
  const target = heater.getByRole('spinbutton', { name: 'Set to' });
  const before = await target.getAttribute('aria-valuenow');
  await page.route('**/command', (route) =>
    route.fulfill({
      status: 422,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        status: 422,
        code: 'setpoint_out_of_range',
        title: 'That temperature is outside the safe range of this device.',
        detail: null,
        deviceId: 'x',
      }),
    }),
  );
  await heater.getByRole('button', { name: 'Less: Set to' }).click();
  await expect(heater.getByRole('alert')).toContainText('outside the safe range');
  await expect(target).toHaveAttribute('aria-valuenow', before ?? '');
  await expect(page.getByRole('region', { name: 'Alerts' })).toContainText('Failed to make change to device');
  await page.unroute('**/command');
  await heater.getByRole('button', { name: 'Try again' }).click();
  await expect(heater.getByText(/^(Sending…|Sent\.|Waiting)/)).toHaveCount(0, { timeout: 30_000 });
  await expect(target).toHaveAttribute('aria-valuenow', String(Number(before) - 1));
});

test('[DEV-3] makers that let people only look say so', async ({ page }) => {
  await enter(page, 'makers');
  await expect(page.getByText('This device is controlled in the ecobee app.')).toBeVisible();
  await expect(page.getByText('This device is controlled in the Nest app.')).toBeVisible();
});
