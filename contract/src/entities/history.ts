import { z } from 'zod';
import { CommandOrigin, CommandReason } from './command-reason.ts';
import { Value } from './device.ts';

/** One value of a resource at one moment; of a long range those that keep its shape, highest and lowest included. */
export const DataPoint = z.object({
  id: z.string(),
  time: z.iso.datetime(),
  value: Value,
  mean: z.number().exactOptional().meta({
    description: 'of a long range: the mean of the readings that the point stands for',
  }),
  seconds: z.number().exactOptional().meta({ description: 'for how long those readings held' }),
});
export type DataPoint = z.infer<typeof DataPoint>;

/** Points by resource; null: the kind of device does not have it. */
export const SeriesByKey = z.record(z.string(), z.array(DataPoint).nullable());
export type SeriesByKey = z.infer<typeof SeriesByKey>;

/** The newest value of a resource. */
export const LatestPoint = z.object({
  id: z.string(),
  time: z.iso.datetime().nullable().meta({ description: 'null: the device never reported it' }),
  value: Value.nullable(),
});
export type LatestPoint = z.infer<typeof LatestPoint>;

const heard = z.number().meta({
  description:
    'seconds in which the device was heard: its readings were at most 15 minutes apart, and it was online',
});

export const EnergyPoint = z.object({
  time: z.iso.datetime().meta({ description: 'begin of the hour, or of the range for a total' }),
  value: z.number().nullable().meta({
    description:
      'taken by the device while it was heard; below zero when it gave more than it took; null: it was not heard at all',
  }),
  unitOfMeasure: z.literal('Wh'),
  heard,
});
export type EnergyPoint = z.infer<typeof EnergyPoint>;

export const RuntimePoint = z.object({
  id: z.string(),
  time: z.iso.datetime().meta({ description: 'begin of the hour' }),
  value: z.number().nullable().meta({
    description: 'seconds that the equipment ran in it while it was heard; null: it was not heard at all',
  }),
  unitOfMeasure: z.literal('s'),
  heard,
});
export type RuntimePoint = z.infer<typeof RuntimePoint>;

const hourly = z.array(z.number().nullable()).nullable();

/** What the devices of a house used, by the whole hours of the house. */
export const HouseEnergy = z.object({
  hours: z.array(z.iso.datetime()).meta({ description: 'begin of each hour that has begun, oldest first' }),
  devices: z
    .array(
      z.object({
        deviceId: z.string(),
        energy: hourly.meta({
          description:
            'Wh of each hour at the meter of the device, below zero when it gave more than it took; null: it was not heard in the hour, or at all, or has no meter',
        }),
        cool: hourly.meta({
          description:
            'seconds of each hour in which cooling ran; null as for energy, or where a meter tells it',
        }),
        heat: hourly.meta({ description: 'seconds of each hour in which heating ran' }),
      }),
    )
    .meta({ description: 'those that tell either' }),
});
export type HouseEnergy = z.infer<typeof HouseEnergy>;

/** The last day of the reading that each card leads with. */
export const HouseDay = z.object({
  start: z.iso.datetime().meta({ description: 'begin of the first step' }),
  stepSeconds: z.int(),
  devices: z
    .array(
      z.object({
        deviceId: z.string(),
        key: z.string().meta({ description: 'the resource' }),
        values: z
          .array(z.number().nullable())
          .meta({ description: 'mean of each step, oldest first; null: nothing was reported in it' }),
        low: z.number().meta({ description: 'of all readings, as high' }),
        high: z.number(),
      }),
    )
    .meta({ description: 'those that reported it' }),
});
export type HouseDay = z.infer<typeof HouseDay>;

/** A resource that took another value: a mode, a setpoint, a status; not every reading of a temperature. */
export const Activity = z.object({
  key: z.string().meta({ description: 'the resource' }),
  time: z.iso.datetime(),
  value: Value,
  origin: CommandOrigin.nullable().meta({
    description: 'of the command that set it; null: there is none, so it was changed elsewhere',
  }),
  because: CommandReason.nullable().meta({ description: 'why the server sent that command' }),
});
export type Activity = z.infer<typeof Activity>;
