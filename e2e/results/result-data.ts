import type { Page } from '@playwright/test';
import type { SignedIn } from '#contract/endpoints/auth.ts';
import type { DeviceKind } from '#contract/entities/device.ts';
import type { EventDay } from '#contract/entities/result.ts';
import { asBearer, houseIdOf } from '../support/signed-in.ts';

/** The newest event day of the home that has saved something, with its first event; of one kind of device if asked. */
export const newestResult = async (page: Page, session: SignedIn, kind?: DeviceKind) => {
  const answer = await page.request.get(
    `/api/house/${houseIdOf(session)}/event-day?start=2000-01-01T00:00:00Z&end=2100-01-01T00:00:00Z`,
    asBearer(session),
  );
  const days = (await answer.json()) as EventDay[];
  // A day of two events has their sum, which no receipt tells.
  const day = days.find(
    ({ events, performance }) =>
      events.length === 1 &&
      (performance.reductionEnergy ?? -1) > 0 &&
      (kind === undefined || events[0]?.type === kind),
  );
  const [event] = day?.events ?? [];
  const savedWh = day?.performance.reductionEnergy;
  if (!event || !savedWh) throw new Error('the demo has no result');
  return { event, savedWh };
};

/** As the screens write an amount: halves away from zero. */
export const kwh = (wh: number): string => ((Math.sign(wh) * Math.round(Math.abs(wh) / 10)) / 100).toFixed(2);
