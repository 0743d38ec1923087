import { parseArgs } from 'node:util';
import { StartFailure } from '../lib/start-failure.ts';

export interface SimulateOptions {
  /** Number of houses; those that are missing are inserted. */
  readonly homes: number;
  /** How many times faster than the clock simulated time runs, until it has caught up. */
  readonly speed: number;
  /** Hours before now at which the simulation begins. */
  readonly back: number;
  /** Seconds after which it ends; null: it runs until it is stopped. */
  readonly seconds: number | null;
}

const numberIn = (name: string, text: string, min: number, max: number): number => {
  const value = Number(text);
  if (text.trim() === '' || !(value >= min && value <= max)) {
    throw new StartFailure(`The option --${name} is "${text}", which does not fit: from ${min} to ${max}.`);
  }
  return value;
};

const LARGEST = { homes: 100_000, speed: 100_000, back: 7 * 24, seconds: 30 * 86_400 } as const;

/** `--homes 1000 --speed 60 [--back 24] [--seconds 600]`. */
export const readOptions = (args: readonly string[]): SimulateOptions => {
  const text = { type: 'string' } as const;
  const parse = () => {
    try {
      return parseArgs({ args: [...args], options: { homes: text, speed: text, back: text, seconds: text } })
        .values;
    } catch (error) {
      throw new StartFailure((error as Error).message);
    }
  };
  const { homes = '100', speed = '1', back, seconds } = parse();
  const isFaster = Number(speed) > 1;
  return {
    homes: Math.floor(numberIn('homes', homes, 1, LARGEST.homes)),
    speed: numberIn('speed', speed, 0.01, LARGEST.speed),
    back: numberIn('back', back ?? (isFaster ? '24' : '0'), 0, LARGEST.back),
    seconds: seconds === undefined ? null : numberIn('seconds', seconds, 1, LARGEST.seconds),
  };
};
