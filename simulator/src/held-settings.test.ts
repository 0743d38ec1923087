import { expect, test } from 'vitest';
import { createHeldSettings } from './held-settings.ts';
import { setupOf } from './house.ts';
import { createBattery } from './models/battery.ts';
import { after, deviceOf, START } from './testing/devices.ts';
import { environmentAt } from './testing/environment.ts';

test('[T-31] [CMD-2] a battery falls back to its mode with the parameters that its owner gave it', () => {
  const device = deviceOf('battery', {
    mfg: 'sis',
    values: { 'sis-set-mode': 'STANDBY', 'battery-max-capacity': 13_500, 'battery-present-capacity': 9_000 },
  });
  const battery = createBattery(setupOf(device, ''));
  battery.applyCommand({ mode: 'DISPATCH_BYPOWER', parameters: { watts: 1_000 } });
  const held = createHeldSettings(device, battery);
  const until = after(START, 600);
  held.beforeCommand(until);
  battery.applyCommand({ mode: 'DISPATCH_BYSITEDEMAND', parameters: { siteMeterReading: 0 } });
  // Told a later time, it still falls back to what was before the first command.
  held.beforeCommand(after(until, 600));
  battery.applyCommand({ mode: 'DISPATCH_BYSITEDEMAND', parameters: { siteMeterReading: 0 } });

  held.fallBackIfDue(until.getTime());
  expect(battery.report()['sis-set-mode']).toBe('DISPATCH_BYSITEDEMAND');
  held.fallBackIfDue(after(until, 600).getTime());
  battery.step(60, environmentAt(20 * 60, { outdoor: 70, sun: 0 }));
  expect(battery.report()).toMatchObject({ 'sis-set-mode': 'DISPATCH_BYPOWER', 'battery-power': 1_000 });
});
