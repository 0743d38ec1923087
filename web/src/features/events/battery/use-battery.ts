import { useQuery } from '@tanstack/react-query';
import type { EventExclusion } from '#contract/entities/event.ts';
import type { SavedSoFar } from '#contract/entities/result.ts';
import { latestValuesOf } from '#domain/control/latest-values.ts';
import { chargeOf, givingAhead } from '#domain/events/plan/strategies/battery-charge.ts';
import { HOUR, MINUTE } from '#domain/time/durations.ts';
import { useHouse } from '#web/api/house-context.ts';
import { api } from '#web/api/session.ts';
import { now } from '#web/lib/browser/clock.ts';
import { useTimed } from '#web/lib/browser/timers.ts';
import { isDone, phaseOf } from '../dispatch.ts';
import type { Dispatch, DispatchDevice } from '../dispatch.ts';
import { useDispatches, useEventPlan } from '../use-events.ts';
import { earningsOf, isOldCharge } from './battery-figures.ts';
import type { BatteryInEvent, Earnings } from './battery-figures.ts';
import { useReserve, useReserveQuery } from './use-save-reserve.ts';

/** Before that long an event is told by the dashboard alone. */
const NEAR = 36 * HOUR;

/** W that it is expected to give: what it gives now, or on average what its part is expected to bring. */
const wattsOf = (
  { phase, device }: Pick<BatteryInEvent, 'phase' | 'device'>,
  expected: number | null,
): number => {
  if (phase === 'active') return latestValuesOf(device.realtime).number('battery-power') ?? 0;
  return expected ?? 0;
};

const meanPower = ({ event }: DispatchDevice, wh: number | undefined): number | null => {
  const hours = (Date.parse(event.endTime) - Date.parse(event.startTime)) / HOUR;
  return wh === undefined || hours <= 0 ? null : wh / hours;
};

const takesPart = ({ devices }: Dispatch, deviceId: string): boolean =>
  devices.some((one) => one.deviceId === deviceId && one.excluded === null);

/** null: no event is near, or the battery has no part in it. */
export const useBatteryInEvent = (deviceId: string): BatteryInEvent | null => {
  const { devices } = useHouse();
  const reserve = useReserve();
  const time = useTimed(() => Math.floor(now().getTime() / MINUTE) * MINUTE);
  const at = Math.max(time, now().getTime());
  const dispatches = useDispatches();
  const device = devices?.find(({ id }) => id === deviceId);
  const found = dispatches
    .filter((dispatch) => dispatch.startTime - at < NEAR && phaseOf(dispatch, at) !== 'over')
    .flatMap((dispatch) => {
      const part = dispatch.devices.find((one) => one.deviceId === deviceId);
      return part && part.excluded === null ? [{ dispatch, part }] : [];
    })[0];
  const { data: plans } = useEventPlan(found?.dispatch.eventId ?? '', found !== undefined);
  if (!device || !found || reserve === null) return null;
  const { dispatch, part } = found;
  const phase = phaseOf(dispatch, at);
  const charge = chargeOf(latestValuesOf(device.realtime));
  const expected = plans?.find((plan) => plan.deviceId === deviceId)?.expected?.wh;
  const watts = wattsOf({ phase, device }, meanPower(part, expected));
  const ahead =
    charge === null ||
    isDone(phase) ||
    part.optOut !== null ||
    part.returned !== null ||
    isOldCharge({ charge, now: at })
      ? null
      : givingAhead(charge, {
          watts,
          reserve,
          from: Math.max(at, dispatch.startTime),
          until: Date.parse(part.event.endTime),
        });
  return { dispatch, part, device, phase, now: at, charge, reserve, ahead };
};

/** It is not known yet what is to be said of an event that is near, or what events leave in the battery. */
export const useIsAwaited = (): boolean => {
  const at = now().getTime();
  const near = useDispatches().find((one) => one.startTime - at < NEAR && !isDone(phaseOf(one, at)));
  const plan = useEventPlan(near?.eventId ?? '', near !== undefined);
  // One that fails is not waited for.
  return [useReserveQuery(), plan].some(({ isLoading, failureCount }) => isLoading && failureCount === 0);
};

/** The event that is near, in which the battery has no part; null: it has one, or no event is near. */
export const useLeftOut = (
  deviceId: string,
): { readonly dispatch: Dispatch; readonly excluded: EventExclusion; readonly now: number } | null => {
  const at = now().getTime();
  const dispatch = useDispatches().find(
    (one) => one.startTime - at < NEAR && !isDone(phaseOf(one, at)) && !takesPart(one, deviceId),
  );
  const { data: plans } = useEventPlan(dispatch?.eventId ?? '', dispatch !== undefined);
  // Events that no device of the home takes part in are in the plan alone.
  const excluded = plans?.find((plan) => plan.deviceId === deviceId)?.excluded ?? null;
  return dispatch && excluded !== null ? { dispatch, excluded, now: at } : null;
};

export const useEarnings = (battery: BatteryInEvent): Earnings & { readonly isPending: boolean } => {
  const { house } = useHouse();
  const { eventId } = battery.dispatch;
  const { data: plans, isPending: isUnplanned } = useEventPlan(eventId);
  const { data, isLoading } = useQuery<SavedSoFar[]>({
    queryKey: ['event-so-far', house.id, eventId],
    queryFn: ({ signal }) =>
      api.get('/house/{houseId}/event/{eventId}/so-far', { params: { houseId: house.id, eventId }, signal }),
    refetchInterval: MINUTE,
    enabled: battery.phase === 'active' || battery.phase === 'returning',
  });
  const own = data?.find(({ deviceId }) => deviceId === battery.device.id);
  const plan = plans?.find(({ deviceId }) => deviceId === battery.device.id);
  return { ...earningsOf(battery, own, plan?.expected ?? null), isPending: isUnplanned || isLoading };
};
