import type { DeviceRef } from '../../ports/device-link.ts';
import { holdChange } from '../life/hold-until.ts';
import { isPutOff, withoutOvertakenReturns, withReadings } from '../life/delivery.ts';
import type { Participation } from '../participation.ts';
import { changeFound, withOwnSchedule, withWallChange } from '../people/wall-change.ts';
import { takesNoCommand } from '../plan/takes-no-command.ts';
import { EVENT_TIMES } from '../event-times.ts';
import { carryOut, lockParticipations } from './carry-out.ts';
import type { LockedParticipation } from './carry-out.ts';
import { deviceIn, deviceKey } from './facts.ts';
import { keepOptOuts } from './opt-outs.ts';
import type { EnginePorts, EngineTx } from './ports.ts';
import type { DeviceFacts, ParticipationRef } from './rows.ts';

/** Devices of one transaction: people may wait for them. */
const PAGE = 100;

interface Seen {
  readonly participation: Participation;
  readonly isWall: boolean;
}

const look = (participation: Participation, facts: DeviceFacts, now: number): Seen => {
  const device = deviceIn(facts, participation.eventId);
  const confirmed = withoutOvertakenReturns(withReadings(participation, device), facts.history, now);
  const change = changeFound(confirmed, device, facts.history);
  return {
    participation: change === 'own_schedule' ? withOwnSchedule(confirmed, device, now) : confirmed,
    isWall: change === 'by_hand',
  };
};

/** Whether an action that is open now may have waited for this reading. */
const mayGoOn = ({ actions }: Participation, { device }: DeviceFacts, now: number): boolean =>
  actions.some(
    (action) =>
      (action.phase !== 'after' && action.state === 'open' && action.at <= now) ||
      (isPutOff(action) && !takesNoCommand(device)),
  ) && now - (device.readings.reportedAt?.getTime() ?? 0) <= EVENT_TIMES.readingAge;

/** Whether it is to be let go at another time than it was told. */
const isHeldOtherwise = (participation: Participation, facts: DeviceFacts, now: number): boolean => {
  const event = facts.events.find(({ id }) => id === participation.eventId);
  return (
    event !== undefined &&
    holdChange(event, participation, deviceIn(facts, event.id), facts.home, now) !== null
  );
};

/** Those of which the stored readings show something new. */
const findChanged = async ({ read, now: clock }: EnginePorts, devices: readonly DeviceRef[]) => {
  const refs = await read.toObserve(devices);
  if (refs.length === 0) return [];
  const now = clock();
  const facts = new Map((await read.readFacts(refs, now)).map((one) => [deviceKey(one), one]));
  return (await read.readParticipations(refs)).filter((stored) => {
    const deviceFacts = facts.get(deviceKey(stored));
    if (!deviceFacts) return false;
    const { participation, isWall } = look(stored.participation, deviceFacts, now);
    return (
      isWall ||
      participation !== stored.participation ||
      mayGoOn(participation, deviceFacts, now) ||
      isHeldOtherwise(participation, deviceFacts, now)
    );
  });
};

/** Looks again under the locks of the devices, and writes what the readings show; those that were changed by hand. */
const write = async (tx: EngineTx, refs: readonly ParticipationRef[]): Promise<ParticipationRef[]> => {
  const locked = await lockParticipations(tx, refs, 'wait', tx.now());
  const now = tx.now();
  const byHand: ParticipationRef[] = [];
  const confirm = (participant: LockedParticipation): Participation => {
    const { participation, isWall } = look(participant.participation, participant.facts, now);
    if (isWall) byHand.push(participant);
    return isWall ? participant.participation : participation;
  };
  await carryOut(tx, locked, confirm, now);
  return byHand;
};

/** Somebody changed the device at the wall or in the maker's app: it leaves the event, and the home is told what that costs. */
const takeOut = async (tx: EngineTx, ref: ParticipationRef): Promise<void> => {
  const [participant] = await lockParticipations(tx, [ref], 'wait', tx.now());
  if (!participant) return;
  const { providerId, houseId, event, facts } = participant;
  const [home] = await tx.store.lockHomes([{ providerId, houseId, dispatchId: event.dispatchId }]);
  const now = tx.now();
  const { participation, isWall } = look(participant.participation, facts, now);
  if (!home || !isWall) return;
  const changed = withWallChange(event, participation, deviceIn(facts, event.id), now);
  await carryOut(tx, [participant], () => changed, now);
  const hasLeft = participation.optOut === null && changed.optOut !== null;
  for (const { told } of await keepOptOuts(tx, home, hasLeft ? [participant] : [], 'wall', now)) {
    await tx.notices.tellUnasked(event, changed, told, now);
  }
};

/**
 * Called when readings of devices were stored: confirms the actions of events that they show, carries out steps that waited for them,
 * and takes devices out of an event that somebody has changed by hand. Devices without such an event cost one call for all of
 * them. What fails is reported, not thrown: the readings are stored, and those that follow show the same.
 */
export const observeReadings = async (ports: EnginePorts, devices: readonly DeviceRef[]): Promise<void> => {
  try {
    const changed = await findChanged(ports, devices);
    for (let index = 0; index < changed.length; index += PAGE) {
      const page = changed.slice(index, index + PAGE);
      for (const ref of await ports.transaction((tx) => write(tx, page))) {
        await ports.transaction((tx) => takeOut(tx, ref));
      }
    }
  } catch (error) {
    ports.onError(error, 'looking at readings of devices in events');
  }
};
