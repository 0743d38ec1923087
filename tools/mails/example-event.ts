import { FIRST } from '#domain/events/engine/rows.ts';
import type { DemandEvent, EventDevice } from '#domain/events/event.ts';
import { expectedSavings } from '#domain/events/plan/expected-savings.ts';
import { expectedTotal } from '#domain/events/plan/expected-total.ts';
import { planFor } from '#domain/events/plan/plan.ts';
import { START, deviceOf, eventOf, home, readingsAt, thermostatAt } from '#domain/events/testing/facts.ts';
import { rewardAmounts } from '#domain/results/rewards/reward.ts';
import { DAY, HOUR } from '#domain/time/time.ts';
import type { NoticeFacts } from '#server/events/notices/plan-words.ts';
import { readProviders } from '#server/providers/registry.ts';
import type { DispatchDevice } from '#server/stores/events/event-notices.ts';
import type { StoredEvent } from '#server/stores/events/events.ts';

const provider = readProviders().byId('sunvale');
if (!provider) throw new Error('there is no such provider');
export const sunvale = provider;

const programOf = (programId: string) => {
  const program = sunvale.programs.find(({ id }) => id === programId);
  if (!program) throw new Error(programId);
  return program;
};

/** In winter: a Tuesday, 17:00 in Denver. */
export const FROM = START + 126 * DAY;

const ROOM = readingsAt(FROM - HOUR, thermostatAt('heat', 68, 75));
const TANK = readingsAt(FROM - HOUR, { 'hwh-set-temperature': 120, 'hwh-set-mode': 'hybrid' });
/** Wh that came out, by event. */
const SAVED: ReadonlyMap<string, number> = new Map([
  ['event-1', 2_400],
  ['event-2', 900],
]);

const storedOf = (event: DemandEvent): StoredEvent => ({
  ...event,
  providerId: 'sunvale',
  groups: null,
  dueAt: null,
  joining: { phase: 'devices', after: FIRST, since: null },
  walk: null,
  origin: 'operator',
  cause: {
    en: 'A cold front raises the demand for heating.',
    es: 'Un frente frío aumenta la demanda de calefacción.',
  },
  targetKw: null,
  deliveredWh: null,
  createdBy: null,
});

const inEvent = (event: DemandEvent, device: EventDevice, name: string): DispatchDevice => ({
  kind: device.kind,
  mfg: device.mfg,
  name,
  eventId: event.id,
  houseId: 'house',
  deviceId: device.id,
  plan: planFor(event, device, home, event.startTime - HOUR),
  isOptedOut: false,
  isTakenOut: false,
  eased: false,
  deviceSettings: [],
});

/** In the smallest unit of the currency. */
const rewardOf = ({ id, dispatchId, program, startTime }: DemandEvent): number => {
  const reductionWh = SAVED.get(id) ?? null;
  const results = [{ deviceId: id, version: 1, outcome: 'responded', reductionWh } as const];
  const event = { eventId: id, dispatchId, program, startTime, results, isFinal: false, consequence: null };
  return rewardAmounts([event], () => 0).reduce((sum, { payable }) => sum + payable, 0);
};

/** What the notices about an event of a room and a tank say, by the rules of their programs. */
export const factsAt = (now: number, cancelledAt: number | null): NoticeFacts => {
  const times = { startTime: FROM, endTime: FROM + 3 * HOUR, createdAt: FROM - DAY, notifiedAt: FROM - DAY };
  const [rooms, tank] = [
    eventOf(programOf('winter-heating'), times),
    eventOf(programOf('water-heater'), { ...times, id: 'event-2' }),
  ];
  const events = [rooms, tank].map((one) => storedOf({ ...one, cancelledAt }));
  const [event] = events;
  if (!event) throw new Error('there is no event');
  return {
    event,
    events,
    devices: [
      inEvent(rooms, deviceOf('tstat', 'ecobee', {}, { readings: ROOM }), 'Living Room'),
      inEvent(tank, deviceOf('hwh', 'ge', {}, { id: 'device-2', readings: TANK }), 'Garage Water Heater'),
    ],
    optOuts: [],
    toldAt: FROM - DAY,
    told: null,
    expected: expectedTotal(
      [rooms, tank].flatMap((one) => {
        const saving = expectedSavings(one, { place: { index: 0, count: 1 }, isMeasured: true });
        return saving ? [{ ...saving, rule: one.program.reward.type }] : [];
      }),
    ),
    result: {
      figures: {
        savedWh: [...SAVED.values()].reduce((sum, wh) => sum + wh, 0),
        rewards: [{ amount: rewardOf(rooms) + rewardOf(tank), currency: rooms.program.currency }],
      },
      before: null,
      receipts: [
        { deviceId: 'device-1', estimated: false, reason: null },
        { deviceId: 'device-2', estimated: false, reason: null },
      ],
      provisionalUntil: FROM + 2 * DAY,
      isLeft: false,
    },
    now,
  };
};
