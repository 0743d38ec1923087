import { z } from 'zod';
import { DeviceKind } from './device.ts';

/** A home as the utility knows it. */
export const OperatorHome = z.object({
  premiseId: z.string(),
  accountNumber: z
    .string()
    .nullable()
    .meta({ description: 'of the household that lives there, or lived there last; null: not known' }),
  status: z.enum(['active', 'closed']),
  address: z.string(),
  city: z.string().nullable(),
  postalCode: z.string().nullable(),
  country: z.string().nullable(),
  timezone: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  meterId: z.string().nullable(),
  feeder: z.string().nullable(),
  substation: z.string().nullable(),
  group: z.string().nullable(),
  lifeSupport: z.boolean(),
  mayExport: z.boolean(),
  mayChargeFromGrid: z.boolean(),
  devices: z.array(
    z.object({
      link: z.string().nullable(),
      uid: z.string().nullable(),
      kind: DeviceKind,
      maker: z.string(),
      model: z.string().nullable(),
      name: z.string().nullable(),
    }),
  ),
  enrolments: z.array(
    z.object({
      programId: z.string(),
      link: z.string().nullable(),
      uid: z.string().nullable(),
      state: z.enum(['pending', 'active', 'ended']),
      from: z.iso.datetime(),
      until: z.iso.datetime().nullable(),
    }),
  ),
});
export type OperatorHome = z.infer<typeof OperatorHome>;

/** What a call has changed, as the line of a file would have. */
export const Provisioned = z.object({
  outcome: z.enum(['new', 'changed', 'unchanged', 'moved']),
  changes: z.array(z.string()).meta({ description: 'names of what changed' }),
  notes: z.array(z.string()).meta({ description: 'what is worth a word although it was taken' }),
});
export type Provisioned = z.infer<typeof Provisioned>;
