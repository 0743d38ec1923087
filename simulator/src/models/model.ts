import type { Value } from '#contract/entities/device.ts';
import type { CommandBody } from '#domain/control/command.ts';
import type { Readings } from '#domain/control/readings.ts';
import type { ResolvedModel } from '#domain/manufacturers/define.ts';
import type { Environment } from '../environment/environment.ts';

/** What a device starts from. */
export interface Setup {
  /** What it said last. */
  readonly initial: Readings;
  /** What its maker lets it do. */
  readonly model: ResolvedModel;
  /** Its own, so that it can be replayed alone. */
  readonly seed: string;
}

/** One device of a kind: physics, and a controller that obeys. */
export interface Model {
  /** Moves it on by at most a minute. */
  readonly step: (seconds: number, environment: Environment) => void;
  /** Takes over what a command sets. Whether the device can do it was asked before. `forGood`: as its own schedule. */
  readonly obey: (body: CommandBody, forGood?: boolean) => void;
  /** Everything it could tell, by resource key. */
  readonly report: () => Readonly<Record<string, Value>>;
  /** W that it takes from the circuits of the house now; absent: it hangs elsewhere. */
  readonly load?: () => number;
}

/** Leaves out what was never known. */
export const known = (values: Readonly<Record<string, Value | null>>): Record<string, Value> => {
  const told: Record<string, Value> = {};
  for (const key in values) {
    const value = values[key] ?? null;
    if (value !== null) told[key] = value;
  }
  return told;
};
