import { uniformBetween, randomOf } from '../base/random.ts';
import { createAir } from './air.ts';
import type { RunningEquipment } from './air.ts';
import { tenths, whole } from '../base/numbers.ts';
import { withoutNulls } from './device-simulation.ts';
import type { DeviceSimulation, Setup } from './device-simulation.ts';
import { INNER_TO_OUTER_LOSS } from './room.ts';

/** Names that makers use for running equipment, the preferred one first. */
const EQUIPMENT_NAMES = {
  cooling: ['compCool1', 'cooling'],
  heating: ['heatPump', 'heating'],
  auxiliary: ['auxHeat1', 'heating'],
  fan: ['fan'],
  idle: ['off'],
} as const;

/** For makers whose names are not documented. */
const GENERIC_EQUIPMENT = ['cooling', 'heating', 'fan', 'off'];

/** Running equipment in the names of the maker's list; empty where nothing runs and the list has no name for that. */
const equipmentStatus = (
  words: readonly string[],
  { heating, cooling, auxiliary, fan }: RunningEquipment,
): string => {
  const list = words.length > 0 ? words : GENERIC_EQUIPMENT;
  const word = (best: readonly string[]) => best.find((candidate) => list.includes(candidate)) ?? '';
  const heat = word(auxiliary ? EQUIPMENT_NAMES.auxiliary : EQUIPMENT_NAMES.heating);
  const running = [
    cooling ? word(EQUIPMENT_NAMES.cooling) : '',
    heating ? heat : '',
    fan ? word(EQUIPMENT_NAMES.fan) : '',
  ];
  return running.filter((name) => name !== '').join(',') || word(EQUIPMENT_NAMES.idle);
};

const runningAt = (status: string | null): 'heating' | 'cooling' | null => {
  const words = status?.split(',') ?? [];
  if (EQUIPMENT_NAMES.cooling.some((word) => words.includes(word))) return 'cooling';
  return [...EQUIPMENT_NAMES.heating, ...EQUIPMENT_NAMES.auxiliary].some((word) => words.includes(word))
    ? 'heating'
    : null;
};

/** A thermostat and the rooms that it controls. */
export const createTstat = ({ initial, model, seed }: Setup): DeviceSimulation => {
  const random = randomOf(seed);
  // A model that only heats is an electric heater of one room.
  const isRoomHeater = model.setpoints === 'heat';
  const floor = isRoomHeater ? uniformBetween(random, 12, 25) : uniformBetween(random, 120, 260);
  const loss = uniformBetween(random, 1.3, 2.2);
  const air = createAir({
    mode: initial.text('thermostat-mode') ?? model.defaults.mode ?? 'off',
    fanMode: initial.text('thermostat-fan-mode') ?? model.defaults.fanMode ?? 'auto',
    heatSetpoint: initial.number('thermostat-heat-setpoint') ?? model.defaults.heatSetpoint ?? 68,
    coolSetpoint: initial.number('thermostat-cool-setpoint') ?? model.defaults.coolSetpoint ?? 76,
    setpoints: model.setpoints,
    temperature: initial.number('thermostat-actual-temperature') ?? 72,
    floor,
    loss,
    // A model that only cools is in a house with other heating.
    inner: model.setpoints === 'cool' ? INNER_TO_OUTER_LOSS * loss : 0,
    running: runningAt(initial.text('hvac-equipment-status')),
    heater: isRoomHeater ? 'element' : 'pump',
    random,
  });
  let holding = initial.flag('thermostat-hold');
  const unit = initial.text('thermostat-temperature-unit');
  return {
    step: air.step,
    applyCommand: (body, permanent = false) => {
      air.applyCommand(body);
      // A change by hand puts the thermostat's own schedule on hold.
      if (!permanent) holding = true;
    },
    endHold: () => {
      holding = false;
    },
    report: () =>
      withoutNulls({
        'thermostat-mode': air.state.mode,
        'thermostat-fan-mode': air.state.fanMode,
        'thermostat-cool-setpoint': air.state.coolSetpoint,
        'thermostat-heat-setpoint': air.state.heatSetpoint,
        'thermostat-actual-temperature': tenths(air.temperature()),
        'thermostat-hold': holding,
        'thermostat-temperature-unit': unit,
        'hvac-equipment-status': equipmentStatus(model.equipment, air.activity()),
        power: whole(air.power()),
      }),
    load: air.power,
  };
};
