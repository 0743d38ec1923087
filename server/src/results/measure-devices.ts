import { strategies } from '#domain/events/plan/strategies/index.ts';
import { endOf, spanOf } from '#domain/events/timing.ts';
import type { Participation } from '#domain/events/participation.ts';
import { baselineRule } from '#domain/results/baseline/baseline-rules.ts';
import { ratedPowerOf } from '#domain/events/plan/strategies/rated-power.ts';
import { receiptContent, usualAhead } from '#domain/results/receipt.ts';
import type { ReceiptContent, ReceiptInput } from '#domain/results/receipt.ts';
import { adjustmentWindow } from '#domain/results/baseline/windows.ts';
import { DAY, HOUR } from '#domain/time/time.ts';
import type { Use } from '#domain/telemetry/meter.ts';
import type { Db } from '../db/connection.ts';
import { findEvents } from '../stores/events/events.ts';
import type { StoredEvent } from '../stores/events/events.ts';
import { quarterUsesOfDevices } from '../stores/results/quarters.ts';
import type { DailyQuarters } from '../stores/results/quarters.ts';
import { settledDevices } from '../stores/results/settlements.ts';
import type { SettledDevice } from '../stores/results/settlements.ts';

/** Days before the event that are read first; most rules find what they need in them. */
const FIRST_DAYS = 21;
/** Clocks change by an hour at most. */
const MARGIN = HOUR;

/** The times of day of the event and of its adjustment window, on its day and on days before. */
const quartersBefore = (event: StoredEvent, days: number): DailyQuarters => {
  const { adjustment } = baselineRule(event.program.baseline);
  const [start, end] = [event.startTime, endOf(event)];
  const first = (adjustment ? adjustmentWindow(adjustment, start).from : start) - MARGIN;
  return { from: first - days * DAY, to: end + MARGIN, length: end + MARGIN - first };
};

/** The first step that prepared the device, in ms. */
const preparedFrom = ({ actions }: Participation): number | null =>
  actions.reduce<number | null>(
    (first, { phase, sentAt }) =>
      phase === 'before' && sentAt !== null ? Math.min(first ?? sentAt, sentAt) : first,
    null,
  );

/** In ms, from when on the days of a device say something about an event: those of another household do not. */
const householdFrom = ({ householdSince }: SettledDevice, event: StoredEvent): number => {
  const since = householdSince?.getTime() ?? 0;
  // An event before that is the other household's, and so are its days.
  return since <= event.startTime ? since : 0;
};

const usesFrom = (from: number, uses: ReadonlyMap<number, Use>): ReadonlyMap<number, Use> =>
  from === 0 ? uses : new Map([...uses].filter(([quarter]) => quarter >= from));

/** When something was first known of the device: the demo writes history before its devices. */
const knownSince = ({ createdAt }: SettledDevice, uses: ReadonlyMap<number, Use>): number =>
  Math.min(createdAt.getTime(), ...uses.keys());

interface MeasuredParticipation {
  readonly houseId: string;
  readonly content: ReceiptContent;
  /** From the time of the measuring to the event's end. */
  readonly usualAhead: () => ReturnType<typeof usualAhead>;
}

/** The receipts of devices in an event, as they come out of what is stored now. `until`: the event runs, and is measured so far (ms). */
export const measureDevices = async (
  db: Db,
  event: StoredEvent,
  participations: readonly Participation[],
  { until }: { readonly until?: number } = {},
): Promise<MeasuredParticipation[]> => {
  const { providerId, id: eventId, program } = event;
  const { lookBackDays } = baselineRule(program.baseline);
  const refs = participations.map(({ houseId, deviceId }) => ({ providerId, houseId, deviceId }));
  const all = quartersBefore(event, lookBackDays);
  const devices = await settledDevices(
    db,
    { providerId, eventId },
    refs,
    new Date(all.from - DAY),
    new Date(endOf(event) + DAY),
  );
  const others = await findEvents(
    db,
    [...new Set(devices.flatMap(({ otherEventIds }) => otherEventIds))].map((id) => ({
      providerId,
      eventId: id,
    })),
  );

  const inputOf = (device: SettledDevice, participation: Participation, uses: ReadonlyMap<number, Use>) =>
    ({
      deviceId: device.deviceId,
      device: {
        kind: device.kind,
        mfg: device.mfg,
        ratedWatts: ratedPowerOf(device.ratedPower),
        mayGive: strategies[device.kind]?.energy === 'net',
      },
      rule: program.baseline,
      isRunning: until !== undefined,
      uses,
      window: { from: event.startTime, to: Math.min(until ?? endOf(event), endOf(event)) },
      preparedFrom: preparedFrom(participation),
      zone: device.timezone,
      holidays: program.holidays,
      since: Math.max(householdFrom(device, event), knownSince(device, uses)),
      otherEvents: others
        .filter(({ id }) => device.otherEventIds.includes(id))
        .map((other) => spanOf({ ...other, endTime: endOf(other) })),
    }) satisfies ReceiptInput;

  const measureAll = async (which: readonly SettledDevice[], quarters: DailyQuarters) => {
    const usesOf = await quarterUsesOfDevices(
      db,
      which.map(({ houseId, deviceId }) => ({ providerId, houseId, deviceId })),
      quarters,
    );
    return which.flatMap((device) => {
      const { houseId, deviceId } = device;
      const participation = participations.find(
        (candidate) => candidate.houseId === houseId && candidate.deviceId === deviceId,
      );
      const uses = usesFrom(householdFrom(device, event), usesOf({ providerId, houseId, deviceId }));
      if (!participation) return [];
      const input = inputOf(device, participation, uses);
      const measured = { content: receiptContent(input), usualAhead: () => usualAhead(input, endOf(event)) };
      return [{ device, houseId, ...measured }];
    });
  };

  const first = await measureAll(devices, quartersBefore(event, Math.min(FIRST_DAYS, lookBackDays)));
  const isShort = ({ content }: { readonly content: ReceiptContent }) =>
    content.daysUsed.length + content.daysLeftOut.length >= FIRST_DAYS;
  const again = await measureAll(
    first.filter(isShort).map(({ device }) => device),
    all,
  );
  return [...first.filter((candidate) => !isShort(candidate)), ...again].map(
    ({ device: _, ...measured }) => measured,
  );
};
