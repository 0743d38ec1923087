import { z } from 'zod';

/** The file with everything that is stored about a person and a home of theirs. */
export const Download = z.object({
  state: z.enum(['none', 'making', 'ready', 'failed']),
  houseId: z.string().nullable().meta({ description: 'whose data; null: there is no file' }),
  bytes: z.int().meta({ description: 'so far, or of the whole file' }),
  until: z.iso.datetime().nullable().meta({ description: 'deleted then, or once it was fetched' }),
});
export type Download = z.infer<typeof Download>;

/** A home whose household has ended, of which its owners can still have that file. */
export const FormerHome = z.object({
  houseId: z.string(),
  address: z.string(),
  timezone: z.string(),
  until: z.iso.datetime().meta({ description: 'so long the file can be asked for' }),
});
export type FormerHome = z.infer<typeof FormerHome>;
