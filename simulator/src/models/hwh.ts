import { drawsOf, litresBetween } from '../environment/environment.ts';
import type { Draw, Environment } from '../environment/environment.ts';
import { HOT_WATER_MODES, isPausedAt } from './hwh-modes.ts';
import type { HotWaterMode } from './hwh-modes.ts';
import { tenths, whole } from '../base/numbers.ts';
import { withoutNulls } from './device-simulation.ts';
import type { DeviceSimulation, Setup } from './device-simulation.ts';
import { createTank } from './tank.ts';
import type { Heat } from './tank.ts';

type Source = HotWaterMode['source'];

/** °F by which the water may cool before heating starts. */
const BAND = { element: 10, pump: 14.7, boost: 2, backup: 20 } as const;
/** °F. */
const LEVELS = { away: 60, shedBelow: 15, guard: 105 } as const;
/** W of heat that a burner brings in. */
const BURNER_HEAT = 9_000;
const STANDBY = 1;

/** Rated W: the power it drew last, if that is plausible. */
const rated = (drawn: number | null, min: number, max: number, usual: number): number =>
  drawn !== null && drawn >= min && drawn <= max ? drawn : usual;

/** Heat per electricity of a heat pump in a room of 68 °F (GridLAB-D), by the water it heats. */
export const performance = (water: number): number =>
  Math.max((1.04 + (0.17 * (68 - 50)) / 20) * (5.259 - 0.0255 * water), 1);

const meaningOf = (mode: string | null): HotWaterMode =>
  (mode === null ? undefined : HOT_WATER_MODES[mode]) ?? { source: 'element' };

/** The heaters of the tank, derived from the modes of its model. */
const equipmentOf = ({ modes, setpoint }: Setup['model']) => {
  const sources = modes.map(({ name }) => meaningOf(name).source);
  // Without modes but with a setpoint it burns gas; without either it is a switch for an electric element.
  const hasBurner = sources.includes('burner') || (modes.length === 0 && setpoint !== null);
  return { hasBurner, hasPump: sources.includes('pump') };
};

/** A tank with its heaters, and a household that draws from it. */
export const createHwh = ({ initial, model, seed }: Setup): DeviceSimulation => {
  const { hasBurner, hasPump } = equipmentOf(model);
  const drawn = initial.number('power');
  const working = drawn === null ? null : drawn - STANDBY;
  const element = rated(working, 2_000, 4_800, 4_500);
  const compressor = rated(working, 300, 900, 500);
  const burner = rated(working, 20, 900, 40);
  let mode = initial.text('hwh-set-mode') ?? model.defaults.mode;
  let setpoint = initial.number('hwh-set-temperature') ?? model.defaults.setpoint ?? 120;
  const tank = createTank(initial.number('hwh-tank-temperature') ?? setpoint);
  let heatsLower = (drawn ?? 0) > 30;
  let heatsUpper = false;
  let power = drawn ?? STANDBY;
  let today: { readonly day: number; readonly draws: readonly Draw[] } | null = null;

  const drawsAt = (day: number): readonly Draw[] => {
    if (today?.day !== day) today = { day, draws: drawsOf(day, seed) };
    return today.draws;
  };

  const sourceOf = ({ source }: HotWaterMode): Source => {
    if (source === 'none') return 'none';
    if (hasBurner) return 'burner';
    return hasPump ? source : 'element';
  };

  const targetOf = ({ level }: HotWaterMode): number => {
    if (level === 'away') return Math.min(setpoint, LEVELS.away);
    if (level === 'guard') return Math.min(setpoint, LEVELS.guard);
    return level === 'shed' ? setpoint - LEVELS.shedBelow : setpoint;
  };

  const control = (meaning: HotWaterMode, source: Source, hour: number): void => {
    if (source === 'none' || isPausedAt(meaning, hour)) {
      heatsLower = heatsUpper = false;
      return;
    }
    const target = targetOf(meaning);
    const usual = source === 'pump' || source === 'hybrid' ? BAND.pump : BAND.element;
    const band = meaning.level === 'boost' ? BAND.boost : usual;
    const lower = tank.lower();
    const upper = tank.upper();
    heatsLower = lower < (heatsLower ? target : target - band);
    const hasUpper = source === 'element' || source === 'hybrid' || source === 'both';
    const upperBand = source === 'hybrid' ? BAND.backup : band;
    heatsUpper = hasUpper && upper < (heatsUpper ? target : target - upperBand);
  };

  /** Sets the power drawn and returns where its heat goes. Of two elements only one runs, the upper one first. */
  const heat = (source: Source): Heat => {
    const fromPump = compressor * performance(tank.lower());
    const pumps =
      heatsLower && (source === 'pump' || source === 'both' || (source === 'hybrid' && !heatsUpper));
    const burns = heatsLower && source === 'burner';
    const usesLowerElement = heatsLower && !heatsUpper && (source === 'element' || source === 'both');
    power = STANDBY;
    if (pumps) power += compressor;
    if (burns) power += burner;
    if (usesLowerElement || heatsUpper) power += element;
    return {
      upper: heatsUpper ? element : 0,
      lower: (pumps ? fromPump : 0) + (burns ? BURNER_HEAT : 0) + (usesLowerElement ? element : 0),
    };
  };

  const step = (seconds: number, { day, hour, mains }: Environment): void => {
    const meaning = meaningOf(mode);
    const source = sourceOf(meaning);
    const litres = litresBetween(drawsAt(day), hour, hour + seconds / 3600);
    if (litres > 0) tank.draw(litres, mains);
    control(meaning, source, hour);
    tank.step(seconds, heat(source));
  };

  return {
    step,
    applyCommand: (body) => {
      mode = body.mode ?? mode;
      setpoint = body.setpoint ?? setpoint;
    },
    report: () =>
      withoutNulls({
        'hwh-set-mode': mode,
        'hwh-set-temperature': setpoint,
        'hwh-tank-temperature': tenths(tank.mean()),
        power: whole(power),
      }),
    load: () => power,
  };
};
