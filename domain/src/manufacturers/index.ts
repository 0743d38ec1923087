import type { CommandMode, Device } from '#contract/entities/device.ts';
import { amazon } from './amazon.ts';
import { aosmith } from './aosmith.ts';
import { aquanta } from './aquanta.ts';
import { armada } from './armada.ts';
import type { Manufacturer, Mode, Model, ResolvedModel } from './define.ts';
import { ecobee } from './ecobee.ts';
import { eradio } from './eradio.ts';
import { ge } from './ge.ts';
import { generic } from './generic.ts';
import { honeywell } from './honeywell.ts';
import { honeywellTcc } from './honeywell-tcc.ts';
import { intesis } from './intesis.ts';
import { mysa } from './mysa.ts';
import { nest } from './nest.ts';
import { pika } from './pika.ts';
import { rheem } from './rheem.ts';
import { sensibo } from './sensibo.ts';
import { sis } from './sis.ts';
import { smartcar } from './smartcar.ts';
import { solaredge } from './solaredge.ts';
import { sonnen } from './sonnen.ts';
import { tesla } from './tesla.ts';

export const manufacturers = {
  amazon,
  aosmith,
  aquanta,
  armada,
  ecobee,
  eradio,
  ge,
  honeywell,
  honeywellTcc,
  intesis,
  mysa,
  nest,
  pika,
  rheem,
  sensibo,
  sis,
  smartcar,
  solaredge,
  sonnen,
  sunverge: sis,
  tesla,
} as const satisfies Record<string, Manufacturer>;

/** What selects a device's row of the makers' table. */
export type DeviceModel = Pick<Device, 'kind' | 'mfg' | 'type'>;

export const isMaker = (mfg: string): mfg is keyof typeof manufacturers => Object.hasOwn(manufacturers, mfg);

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

export const makerOf = (mfg: string): Manufacturer =>
  isMaker(mfg) ? manufacturers[mfg] : { label: capitalised(mfg), models: {}, events: 'none' };

const matches = ({ match }: Model, type: string | null): boolean => {
  if (match === undefined) return true;
  // Whole types, because one type may begin with the name of another.
  return typeof match === 'string' ? type === match : (type?.startsWith(match.prefix) ?? false);
};

const asMode = (mode: string | Mode): Mode =>
  typeof mode === 'string' ? { name: mode, parameters: [] } : mode;

const overlay = (
  basis: ResolvedModel,
  { match: _match, modes, defaults, ...differences }: Model,
): ResolvedModel => ({
  ...basis,
  ...differences,
  modes: modes?.map(asMode) ?? basis.modes,
  defaults: { ...basis.defaults, ...defaults },
});

/** Resolved once: models are asked for with every reading and plan of a device. */
const resolved = new Map<Device['kind'], Map<Model | null, ResolvedModel>>();

const rowOf = ({ kind, mfg, type }: DeviceModel): Model | null =>
  makerOf(mfg).models[kind]?.find((model) => matches(model, type)) ?? null;

/** Whether the makers' table knows it; what is not known is taken for the generic device of its kind. */
export const hasModel = (device: DeviceModel): boolean => rowOf(device) !== null;

export const modelOf = (device: DeviceModel): ResolvedModel => {
  const { kind } = device;
  const row = rowOf(device);
  const ofKind = resolved.get(kind) ?? new Map<Model | null, ResolvedModel>();
  const model = ofKind.get(row) ?? overlay(generic[kind], row ?? {});
  resolved.set(kind, ofKind.set(row, model));
  return model;
};

export const commandModesOf = (device: DeviceModel): CommandMode[] =>
  modelOf(device).modes.map(({ name, parameters }) =>
    parameters.length === 0 ? name : { name, setting: parameters.map((parameter) => parameter.name) },
  );
