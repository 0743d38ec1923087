import type { Value } from '#contract/entities/device.ts';
import type { CommandBody } from '#domain/control/command/command.ts';
import type { LatestValues } from '#domain/control/latest-values.ts';
import type { ResolvedModel } from '#domain/manufacturers/define.ts';
import type { Environment } from '../environment/environment.ts';

/** The initial state of a device. */
export interface Setup {
  /** Its newest readings. */
  readonly initial: LatestValues;
  /** Its row of the makers' table. */
  readonly model: ResolvedModel;
  /** Differs for each device, so that its behaviour does not depend on others. */
  readonly seed: string;
}

/** The simulation of one device: its physics and its controller. */
export interface DeviceSimulation {
  /** Simulates the next seconds, a minute at most. */
  readonly step: (seconds: number, environment: Environment) => void;
  /** Applies a command that the device does not refuse. `permanent`: as its own schedule, without a hold. */
  readonly applyCommand: (body: CommandBody, permanent?: boolean) => void;
  /** Returns to its own schedule; absent: it has none. */
  readonly endHold?: () => void;
  /** Current values of all its resources. */
  readonly report: () => Readonly<Record<string, Value>>;
  /** Of its mode, which no reading shows; undefined: it has been given none. Absent: its modes take none. */
  readonly parameters?: () => CommandBody['parameters'];
  /** The grid of its house is away, or back; absent: it cannot go on without the grid. */
  readonly setOutage?: (isOut: boolean) => void;
  /** J since the start by resource in W, where these change faster than a history is read; absent: none does. */
  readonly energies?: () => Readonly<Record<string, number>>;
  /** W that it takes from the circuits of the house now; absent: it is not connected to them. */
  readonly load?: () => number;
}

/** Leaves out values that are not known. */
export const withoutNulls = (values: Readonly<Record<string, Value | null>>): Record<string, Value> => {
  const result: Record<string, Value> = {};
  for (const key in values) {
    const value = values[key] ?? null;
    if (value !== null) result[key] = value;
  }
  return result;
};
