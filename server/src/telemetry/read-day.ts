import type { HouseDay } from '#contract/entities/history.ts';
import { DAY_STEP, leadingKey, stepsOfDay } from '#domain/telemetry/day-line.ts';
import { asStored, slotsOf } from '#domain/telemetry/slots.ts';
import { SECOND } from '#domain/time/durations.ts';
import type { RootDb } from '../db/connection.ts';
import type { Clock } from '../lib/clock/clock.ts';
import type { HouseScope } from '../lib/scope/scope.ts';
import { readSteps } from '../stores/telemetry/day-steps.ts';
import * as history from '../stores/telemetry/history.ts';

interface Deps {
  readonly db: RootDb;
  readonly clock: Clock;
}

const rounded = (value: number): number => Number(asStored(value));

/** The last day of what the card of each device leads with; a device that reported nothing in it is not listed. */
export const readHouseDay = async ({ db, clock }: Deps, scope: HouseScope): Promise<HouseDay> => {
  const { start, count } = stepsOfDay(clock.now().getTime());
  const devices = await history.devicesWithEntries(db, scope);
  const lines = devices.flatMap(({ id, kind, entries }) => {
    const key = leadingKey(kind, (one) => Object.hasOwn(entries, one));
    const slot = key === null ? undefined : slotsOf(kind)[key];
    return key === null || slot === undefined ? [] : [{ deviceId: id, key, slot }];
  });
  const span = { start: new Date(start), end: new Date(start + count * DAY_STEP) };
  const rows = await readSteps(db, scope, span, DAY_STEP / SECOND, lines);
  const byDevice = Map.groupBy(rows, ({ deviceId }) => deviceId);
  return {
    start: span.start.toISOString(),
    stepSeconds: DAY_STEP / SECOND,
    devices: lines.flatMap(({ deviceId, key }) => {
      const steps = byDevice.get(deviceId);
      if (!steps) return [];
      const means = new Map(steps.map(({ step, mean }) => [step, rounded(mean)]));
      return [
        {
          deviceId,
          key,
          values: Array.from({ length: count }, (_, step) => means.get(step) ?? null),
          low: rounded(Math.min(...steps.map(({ low }) => low))),
          high: rounded(Math.max(...steps.map(({ high }) => high))),
        },
      ];
    }),
  };
};
