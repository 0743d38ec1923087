import type { Page } from '@playwright/test';
import type { Dashboard } from '#contract/endpoints/house.ts';
import type { EventDevice, HouseEvent } from '#contract/entities/event.ts';
import { dispatchOf, showEvents } from './event-data.ts';
import { running } from './event-screen.ts';
import { LONG, expect, expectAccessible, test } from '../support/fixtures.ts';
import { card, openSignedIn } from '../support/signed-in.ts';

/** The living room, the bedroom’s air conditioner and the water heater in one dispatch; both rooms can be eased. */
const withTwoRooms = (
  devices: Dashboard['devices'],
  window: { readonly start: number; readonly end: number },
  easedId: string | null,
): readonly HouseEvent[] => {
  const bedroom = devices.find(({ kind }) => kind === 'rac');
  const eased = (device: EventDevice): EventDevice =>
    device.deviceId === easedId ? { ...device, eased: true, mayEase: false, easesTo: null } : device;
  return dispatchOf(devices, window)
    .flatMap((event) => {
      const [room] = event.devices;
      if (event.type !== 'tstat' || !room || !bedroom) return [event];
      const log = { deviceId: bedroom.id, optout: false, eventEnergy: null };
      const ofBedroom = { ...room, deviceId: bedroom.id };
      const second = { ...event, id: 'event-rac', type: 'rac' as const, programId: 'summer-cooling' };
      return [event, { ...second, deviceEventLogs: [log], devices: [ofBedroom] }];
    })
    .map((event) => ({ ...event, devices: event.devices.map(eased) }));
};

const open = async (page: Page) => {
  const window = running();
  const state: { easedId: string | null } = { easedId: null };
  await showEvents(page, (devices) => withTwoRooms(devices, window, state.easedId));
  const easedEvents: string[] = [];
  await page.route('**/event/*/device/*/ease', (route) => {
    const [, event = '', device = ''] =
      /event\/([^/]+)\/device\/([^/]+)\/ease$/.exec(route.request().url()) ?? [];
    easedEvents.push(event);
    state.easedId = device;
    return route.fulfill({ status: 202, json: {} });
  });
  await openSignedIn(page, 'demo');
  return easedEvents;
};

test(
  '[OPT-1] [UX-23] of several rooms one is eased: the dialog asks which, and the others go on as they were',
  LONG,
  async ({ page }) => {
    const easedEvents = await open(page);
    const [livingRoom, bedroom] = [card(page, 'Living Room'), card(page, 'Bedroom Window AC')];
    const banner = page.getByRole('main').getByRole('region', { name: /peak event/i });
    for (const room of [livingRoom, bedroom]) {
      await expect(room.getByRole('button', { name: /^Ease to 68.°F$/ })).toBeVisible();
    }
    await banner.getByRole('button', { name: 'Opt out' }).click();
    const dialog = page.getByRole('dialog', { name: 'Opt out of the peak event?' });
    await dialog.getByRole('radio', { name: /^Ease one room/ }).check();
    await dialog.getByRole('combobox', { name: 'Which device' }).selectOption('Bedroom Window AC');
    await expectAccessible(page, 'dialog');
    await dialog.getByRole('button', { name: 'Ease it' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(bedroom.getByRole('button', { name: /^Ease to/ })).toHaveCount(0);
    expect(easedEvents).toEqual(['event-rac']);
    await expect(banner.getByRole('listitem').filter({ hasText: 'Bedroom Window AC' })).toContainText(
      'eased',
    );
    await expect(banner.getByRole('listitem').filter({ hasText: 'Living Room' })).not.toContainText('eased');
    await expect(livingRoom.getByRole('button', { name: /^Ease to 68.°F$/ })).toBeVisible();
    await page.reload();
    await expect(bedroom.getByText('Opt-out to make changes.')).toBeVisible();
    await expect(bedroom.getByRole('button', { name: /^Ease to/ })).toHaveCount(0);
    await expect(livingRoom.getByRole('button', { name: /^Ease to 68.°F$/ })).toBeVisible();
  },
);
