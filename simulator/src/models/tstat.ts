import { between, randomOf } from '../base/random.ts';
import { createAir } from './air.ts';
import type { Activity } from './air.ts';
import { tenths, whole } from '../base/numbers.ts';
import { known } from './model.ts';
import type { Model, Setup } from './model.ts';
import { THROUGH_DOORS } from './room.ts';

/** The words by which makers tell what runs, best first. */
const WORDS = {
  cooling: ['compCool1', 'cooling'],
  heating: ['heatPump', 'heating'],
  auxiliary: ['auxHeat1', 'heating'],
  fan: ['fan'],
  idle: ['off'],
} as const;

/** Of makers whose words no document lists. */
const PLAIN_WORDS = ['cooling', 'heating', 'fan', 'off'];

/** In the words of the maker's own list; nothing runs and no word for it: an empty list. */
const equipmentStatus = (
  words: readonly string[],
  { heating, cooling, auxiliary, fan }: Activity,
): string => {
  const list = words.length > 0 ? words : PLAIN_WORDS;
  const word = (best: readonly string[]) => best.find((candidate) => list.includes(candidate)) ?? '';
  const heat = word(auxiliary ? WORDS.auxiliary : WORDS.heating);
  const running = [cooling ? word(WORDS.cooling) : '', heating ? heat : '', fan ? word(WORDS.fan) : ''];
  return running.filter((name) => name !== '').join(',') || word(WORDS.idle);
};

const runningAt = (status: string | null): 'heating' | 'cooling' | null => {
  const words = status?.split(',') ?? [];
  if (WORDS.cooling.some((word) => words.includes(word))) return 'cooling';
  return [...WORDS.heating, ...WORDS.auxiliary].some((word) => words.includes(word)) ? 'heating' : null;
};

/** A thermostat and the house it keeps. */
export const createTstat = ({ initial, model, seed }: Setup): Model => {
  const random = randomOf(seed);
  // What only heats is an electric heater on the wall of one room.
  const isRoomHeater = model.setpoints === 'heat';
  const floor = isRoomHeater ? between(random, 12, 25) : between(random, 120, 260);
  const loss = between(random, 1.3, 2.2);
  const air = createAir({
    mode: initial.text('thermostat-mode') ?? model.defaults.mode ?? 'off',
    fanMode: initial.text('thermostat-fan-mode') ?? model.defaults.fanMode ?? 'auto',
    heatSetpoint: initial.number('thermostat-heat-setpoint') ?? model.defaults.heatSetpoint ?? 68,
    coolSetpoint: initial.number('thermostat-cool-setpoint') ?? model.defaults.coolSetpoint ?? 76,
    setpoints: model.setpoints,
    temperature: initial.number('thermostat-actual-temperature') ?? 72,
    floor,
    loss,
    // What only cools stands in a house that something else heats.
    inner: model.setpoints === 'cool' ? THROUGH_DOORS * loss : 0,
    running: runningAt(initial.text('hvac-equipment-status')),
    heater: isRoomHeater ? 'element' : 'pump',
    random,
  });
  let holding = initial.flag('thermostat-hold');
  const unit = initial.text('thermostat-temperature-unit');
  return {
    step: air.step,
    obey: (body, forGood = false) => {
      air.obey(body);
      // Who sets something by hand takes it off its schedule.
      if (!forGood) holding = true;
    },
    report: () =>
      known({
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
