import type { EventPlan } from '#contract/entities/event.ts';
import type { SavedSoFar } from '#contract/entities/result.ts';
import { rewardSoFar } from '#domain/results/rewards/reward-so-far.ts';
import { HOUR } from '#domain/time/durations.ts';
import type { Dispatch, DispatchDevice } from '../dispatch.ts';

interface Quarter {
  /** ms */
  readonly time: number;
  readonly baselineWh: number;
  readonly actualWh: number;
}

/** A running event in numbers, of the devices whose usual use is known. */
export interface SoFar {
  readonly savedWh: number;
  /** For what was saved, and for staying in, in the smallest unit of the currency. */
  readonly money: ReturnType<typeof rewardSoFar> & { readonly currency: string };
  readonly quarters: readonly Quarter[];
  /** Usual use from there to the event's end; none: not known of all of them. */
  readonly ahead: readonly Omit<Quarter, 'actualWh'>[];
  /** kW of the last quarter hour less than usual; null: none is over. */
  readonly cut: number | null;
  /** kW that the plan expects of the same devices on average; null: not known. */
  readonly expected: number | null;
  readonly measured: readonly DispatchDevice[];
  /** ms; end of the last quarter hour that counts. */
  readonly until: number;
  readonly estimated: boolean;
}

const KILO = 1000;
const QUARTERS_PER_HOUR = 4;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const quartersOf = (saved: readonly SavedSoFar[]): readonly Quarter[] => {
  const all = saved.flatMap(({ intervals }) => intervals);
  return [...Map.groupBy(all, ({ time }) => Date.parse(time))]
    .map(([time, parts]) => ({
      time,
      baselineWh: sum(parts.map(({ baselineWh }) => baselineWh ?? 0)),
      actualWh: sum(parts.map(({ actualWh }) => actualWh)),
    }))
    .toSorted((one, other) => one.time - other.time);
};

const aheadOf = (saved: readonly SavedSoFar[]): SoFar['ahead'] =>
  [
    ...Map.groupBy(
      saved.flatMap(({ ahead }) => ahead),
      ({ time }) => Date.parse(time),
    ),
  ]
    .filter(([, parts]) => parts.length === saved.length)
    .map(([time, parts]) => ({ time, baselineWh: sum(parts.map(({ baselineWh }) => baselineWh)) }))
    .toSorted((one, other) => one.time - other.time);

/** Who takes part is paid once it has responded; while the event runs that may still come. */
const mayEarn = ({ event, outcome }: DispatchDevice): boolean =>
  event.state === 'active' || outcome === 'responded';

/** By event, of programs whose devices all stayed in: what a departure cost is told by the result. */
const rewardedEvents = (
  devices: readonly DispatchDevice[],
  savedWhOf: (device: DispatchDevice) => number,
): Parameters<typeof rewardSoFar>[0] => {
  const left = new Set(devices.filter(({ optOut }) => optOut?.counted).map(({ event }) => event.programId));
  const earning = devices.filter(
    (device) => device.optOut === null && mayEarn(device) && !left.has(device.event.programId),
  );
  return [...Map.groupBy(earning, ({ event }) => event.id).values()].flatMap((ofEvent) =>
    ofEvent[0]
      ? [
          {
            reward: ofEvent[0].event.reward,
            programId: ofEvent[0].event.programId,
            savedWh: sum(ofEvent.map(savedWhOf)),
          },
        ]
      : [],
  );
};

const expectedKw = (
  measured: readonly DispatchDevice[],
  plans: readonly EventPlan[] | undefined,
): number | null => {
  const each = measured.map(({ deviceId, event }) => {
    const wh = plans?.find((plan) => plan.deviceId === deviceId)?.expected?.wh;
    const hours = (Date.parse(event.endTime) - Date.parse(event.startTime)) / HOUR;
    return wh === undefined || hours <= 0 ? null : wh / KILO / hours;
  });
  const known = each.filter((kw) => kw !== null);
  return known.length === 0 || known.length < each.length ? null : sum(known);
};

/** null: of no device a number is known yet. */
export const soFarOf = (
  { devices }: Dispatch,
  answer: readonly SavedSoFar[],
  plans: readonly EventPlan[] | undefined,
): SoFar | null => {
  const taking = devices.filter(({ optOut }) => optOut === null);
  const savedOf = ({ deviceId }: DispatchDevice) =>
    answer.find((saved) => saved.deviceId === deviceId && saved.savedWh !== null);
  const measured = taking.filter((device) => savedOf(device) !== undefined);
  const saved = measured.flatMap((device) => savedOf(device) ?? []);
  const [first] = taking;
  if (saved.length === 0 || !first) return null;
  const rewarded = rewardedEvents(devices, (device) => savedOf(device)?.savedWh ?? 0);
  const quarters = quartersOf(saved);
  const last = quarters.at(-1);
  return {
    savedWh: sum(saved.map(({ savedWh }) => savedWh ?? 0)),
    money: { ...rewardSoFar(rewarded), currency: first.event.reward.currency },
    quarters,
    ahead: aheadOf(saved),
    cut: last ? ((last.baselineWh - last.actualWh) * QUARTERS_PER_HOUR) / KILO : null,
    expected: expectedKw(measured, plans),
    measured,
    until: Math.min(...saved.map(({ until }) => Date.parse(until))),
    estimated: saved.some(({ estimated }) => estimated),
  };
};
