import type { CommandBody } from '#domain/control/command/command.ts';
import type { Setpoints } from '#domain/manufacturers/define.ts';
import type { Environment } from '../environment/environment.ts';
import { uniformBetween } from '../base/random.ts';
import type { NumberSource } from '../base/random.ts';
import { coolingPerformance, heatingPerformance } from './heat-pump.ts';
import { createRoom, equipmentFor } from './room.ts';

/** How a mode drives heating and cooling equipment. */
interface AirMode {
  readonly heats?: true;
  readonly cools?: true;
  /** Only the fan runs. */
  readonly fanOnly?: true;
  /** Share of the capacity it uses. */
  readonly share?: number;
  /** °F that the room may drift further before cooling starts; the fan stops with the compressor. */
  readonly extraBand?: number;
  /** Setpoints are widened to `WIDE_LIMITS`. */
  readonly wideLimits?: true;
  readonly auxiliary?: true;
}

export const AIR_MODES: Readonly<Record<string, AirMode>> = {
  off: {},
  heat: { heats: true },
  cool: { cools: true },
  auto: { heats: true, cools: true },
  auxHeatOnly: { heats: true, auxiliary: true },
  eco: { heats: true, cools: true, wideLimits: true },
  'energy-saver': { cools: true, extraBand: 1 },
  fan: { fanOnly: true },
  // Dries the air by cooling with little power.
  dry: { cools: true, share: 0.4 },
};

/** Share of the capacity at each speed. */
const FAN_SHARES: Readonly<Record<string, number>> = {
  low: 0.8,
  medium: 0.9,
  'position-one': 0.8,
  'position-three': 0.9,
};
/** W of the fan, which end as heat in the room. */
const FAN_WATTS = 60;
/** W of the controller alone. */
const STANDBY = 2;

const WIDE_LIMITS = { heat: 64, cool: 80 } as const;
/** °F between the heating and the cooling setpoint of a room, at least. */
const SETPOINT_GAP = 3;

export interface RunningEquipment {
  readonly heating: boolean;
  readonly cooling: boolean;
  readonly auxiliary: boolean;
  readonly fan: boolean;
}

interface AirState {
  mode: string;
  fanMode: string;
  heatSetpoint: number;
  coolSetpoint: number;
}

interface AirSetup extends AirState {
  readonly setpoints: Setpoints | null;
  /** °F in the room at the start. */
  readonly temperature: number;
  readonly floor: number;
  readonly loss: number;
  readonly inner?: number;
  readonly random: NumberSource;
  readonly running: 'heating' | 'cooling' | null;
  /** What it heats with. */
  readonly heater: 'pump' | 'element';
}

export interface Air {
  readonly step: (seconds: number, environment: Environment) => void;
  readonly applyCommand: (body: CommandBody) => void;
  readonly state: Readonly<AirState>;
  readonly temperature: () => number;
  readonly activity: () => RunningEquipment;
  /** W of electricity. */
  readonly power: () => number;
  /** J in the room, and W that its equipment put into it in the last step. */
  readonly heat: () => number;
  readonly heating: () => number;
}

/** A room with heating and cooling equipment and its controller; shared by thermostats and room air conditioners. */
export const createAir = ({
  setpoints,
  temperature,
  floor,
  loss,
  inner = 0,
  random,
  running,
  heater,
  ...start
}: AirSetup): Air => {
  const state: AirState = { ...start };
  const room = createRoom({ floor, loss, inner }, temperature);
  const capacity = equipmentFor({ floor, loss });
  /** °F to either side of the setpoint, and s that the compressor rests before it starts again. */
  const band = uniformBetween(random, 0.5, 1);
  const minimumOff = uniformBetween(random, 120, 300);
  let active = running;
  let offFor = minimumOff;
  let outdoor = temperature;
  let heatInput = 0;

  const modeNow = (): AirMode => AIR_MODES[state.mode] ?? {};

  const limits = ({ wideLimits: relaxed }: AirMode) => {
    const cool = relaxed ? Math.max(state.coolSetpoint, WIDE_LIMITS.cool) : state.coolSetpoint;
    const heat = relaxed ? Math.min(state.heatSetpoint, WIDE_LIMITS.heat) : state.heatSetpoint;
    return { cool, heat };
  };

  const equipmentNeeded = (): typeof active => {
    const mode = modeNow();
    const { cool, heat } = limits(mode);
    const canCool = mode.cools === true && setpoints !== 'heat';
    const canHeat = mode.heats === true && setpoints !== 'cool';
    const heatTo = canCool ? Math.min(heat, cool - SETPOINT_GAP) : heat;
    const now = room.temperature();
    if (canCool && now > (active === 'cooling' ? cool - band : cool + band + (mode.extraBand ?? 0))) {
      return 'cooling';
    }
    return canHeat && now < (active === 'heating' ? heatTo + band : heatTo - band) ? 'heating' : null;
  };

  const control = (seconds: number): void => {
    const next = equipmentNeeded();
    if (active !== null && next !== active) {
      active = null;
      offFor = 0;
    }
    if (active !== null) return;
    if (next !== null && offFor >= minimumOff) active = next;
    else offFor += seconds;
  };

  const fanRuns = (): boolean => {
    // With the fan switched on it runs even when neither heating nor cooling may.
    if (active !== null || state.fanMode === 'on') return true;
    const { fanOnly: blows, cools, heats, extraBand: saves } = modeNow();
    const idles = cools === true || heats === true;
    return blows === true || (idles && saves === undefined && state.fanMode !== 'auto');
  };

  const watts = (): number => {
    const share = (modeNow().share ?? 1) * (FAN_SHARES[state.fanMode] ?? 1);
    const fan = fanRuns() ? FAN_WATTS : 0;
    if (active === null) return fan;
    return fan + share * (active === 'heating' ? capacity.heating : -capacity.cooling);
  };

  const power = (): number => {
    const fan = fanRuns() ? FAN_WATTS : 0;
    if (active === null) return STANDBY + fan;
    const moved = Math.abs(watts() - fan);
    if (active === 'cooling') return fan + moved / coolingPerformance(outdoor);
    const isElement = heater === 'element' || modeNow().auxiliary === true;
    return fan + (isElement ? moved : moved / heatingPerformance(outdoor));
  };

  return {
    state,
    temperature: room.temperature,
    activity: () => ({
      heating: active === 'heating',
      cooling: active === 'cooling',
      auxiliary: modeNow().auxiliary === true,
      fan: fanRuns(),
    }),
    power,
    heat: room.heat,
    heating: () => heatInput,
    step: (seconds, environment) => {
      control(seconds);
      outdoor = environment.outdoor;
      heatInput = watts();
      room.step(seconds, environment, heatInput);
    },
    applyCommand: ({ mode, fanMode, heatSetpoint, coolSetpoint }) => {
      state.mode = mode ?? state.mode;
      state.fanMode = fanMode ?? state.fanMode;
      const { cools } = modeNow();
      const inUse = cools ? (coolSetpoint ?? heatSetpoint) : (heatSetpoint ?? coolSetpoint);
      const shared = setpoints === 'shared' ? inUse : undefined;
      state.heatSetpoint = shared ?? heatSetpoint ?? state.heatSetpoint;
      state.coolSetpoint = shared ?? coolSetpoint ?? state.coolSetpoint;
    },
  };
};
