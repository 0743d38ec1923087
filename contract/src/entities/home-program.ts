import { z } from 'zod';
import { EventReward } from './event.ts';
import { Program, ProgramSeason } from './program.ts';

/** A program that a home takes part in: what it asks, what it pays, since when. */
export const HomeProgram = ProgramSeason.omit({ reward: true }).extend({
  state: z.enum(['active', 'pending']).meta({ description: 'pending: nobody has agreed to it yet' }),
  since: z.iso.datetime(),
  until: z.iso.datetime().nullable().meta({ description: 'when it ends; null: it has no end' }),
  deviceIds: z.array(z.string()).meta({ description: 'devices that take part' }),
  side: Program.shape.side,
  limits: Program.shape.limits,
  reward: EventReward,
  optOut: Program.shape.optOut,
});
export type HomeProgram = z.infer<typeof HomeProgram>;
