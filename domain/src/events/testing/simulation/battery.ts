import type { CommandBody } from '../../../control/command/command.ts';
import { parameterOwner } from '../../../control/controls.ts';
import { DAY, HOUR } from '../../../time/time.ts';
import { comfortOf } from '../../plan/comfort.ts';
import { CAPACITY } from '../facts-of-batteries.ts';
import type { Random } from './random.ts';
import { LONGEST_TRANSACTION, must, required } from './world.ts';
import type { SimCommand, SimDevice, Values, World } from './world.ts';
import { dispatchOf } from '../../plan/strategies/battery-modes.ts';

export const STORED = 'battery-present-capacity';
/** Of what leaves the cells, the share that arrives. */
const EFFICIENCY = 0.94;

/** Both resources stand for the mode: each maker's table uses one of them. */
export const modeKeyOf = ({ mfg }: Pick<SimDevice, 'mfg'>): string =>
  mfg === 'sis' ? 'sis-set-mode' : 'battery-mode';

export const storageAt =
  (mfg: string, ...modes: [string, ...string[]]) =>
  (random: Random): Values => ({
    [modeKeyOf({ mfg })]: random.pick(modes),
    'battery-max-capacity': CAPACITY,
    [STORED]: Math.floor(random.between(0.25, 1) * CAPACITY),
  });

/** W that it gives; the load of its house is its own share of what it can. */
const powerOf = (device: SimDevice): number => {
  const dispatch = dispatchOf(device);
  if (dispatch === null) return 0;
  const mode = device.values[modeKeyOf(device)];
  const told = [dispatch.serve, dispatch.export].find((one) => one?.mode === mode);
  if (told === undefined) return 0;
  const rate = told.rate === undefined ? undefined : device.values[`${modeKeyOf(device)}/${told.rate}`];
  const most = typeof rate === 'number' ? rate : dispatch.greatestPower;
  return told === dispatch.serve ? Math.min(most, device.load * dispatch.greatestPower) : most;
};

/** Gives until `to` what it has given since it was last looked at. */
export const discharge = (world: World, device: SimDevice, to: number): void => {
  const power = powerOf(device);
  const hours = (to - device.dischargedTo) / HOUR;
  device.dischargedTo = to;
  // What its owner lets it give is the owner's.
  if (device.held === null || power === 0 || hours <= 0) return;
  const stored = Number(device.values[STORED]) - (power * hours) / EFFICIENCY;
  device.values[STORED] = stored;
  const { reserve } = comfortOf(required(world.homes.get(device.houseId)).comfort);
  must(world, stored >= (reserve / 100) * CAPACITY, 3, `${device.id} is at ${stored} Wh, below ${reserve} %`);
};

/** Parameters hold for the mode that they were sent with. */
export const withoutParameters = (device: SimDevice): void => {
  for (const key of Object.keys(device.values)) {
    if (parameterOwner(key) !== null) delete device.values[key];
  }
};

export const checkBattery = (world: World, device: SimDevice, { mode }: CommandBody): void => {
  const dispatch = dispatchOf(device);
  const { mayExport } = required(world.homes.get(device.houseId));
  const allowed = [dispatch?.serve.mode, mayExport ? dispatch?.export?.mode : dispatch?.serve.mode];
  must(world, allowed.includes(mode), 3, `${device.id} is sent to mode ${mode}`);
  const { storm, now } = world;
  const isStorm = storm !== null && now > storm.from + LONGEST_TRANSACTION && now < storm.until;
  must(world, !isStorm, 3, `${device.id} is acted on in a storm`);
};

/** What its owner set long ago, with parameters that no reading shows. */
export const ownCommandOf = (device: SimDevice, body: CommandBody, now: number): SimCommand => ({
  id: `own-${device.id}`,
  deviceId: device.id,
  houseId: device.houseId,
  origin: 'person',
  sequence: 0,
  body,
  acceptedAt: now - 2 * DAY,
  expiresAt: now - 2 * DAY + 1,
  holdUntil: null,
  action: null,
  state: 'confirmed',
  deliveredAt: now - 2 * DAY,
  confirmedAt: now - 2 * DAY,
  leasedUntil: 0,
  applied: true,
});

const OWN_MODES: Readonly<Record<string, readonly [string, ...string[]]>> = {
  tesla: ['backup', 'autonomous'],
  pika: ['CLEAN_BACKUP', 'GRID_TIE'],
};

export const batteryBody = ({ random }: Pick<World, 'random'>, { mfg }: SimDevice): CommandBody =>
  mfg === 'sis'
    ? { mode: 'STANDBY', parameters: { ratePercent: Math.floor(random.between(1, 100)) } }
    : { mode: random.pick(OWN_MODES[mfg] ?? ['backup']) };

const KNOB_MODES: Readonly<Record<string, string>> = { tesla: 'scheduler', pika: 'PRIORITY_BACKUP' };

/** A mode that only its maker's app sets; null: none, since nobody would know the parameters. */
export const knobMode = ({ mfg }: SimDevice): string | null => KNOB_MODES[mfg] ?? null;
