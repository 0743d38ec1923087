import { z } from 'zod';

/** What a step of an event does, and why. */
export const EventStepReason = z.discriminatedUnion('code', [
  z.object({
    code: z.literal('prepare'),
    side: z.enum(['cool', 'heat']),
    shift: z.number().meta({ description: '°F' }),
  }),
  z.object({ code: z.literal('charge'), from: z.enum(['sun', 'grid']) }),
  z.object({
    code: z.literal('event'),
    until: z.iso.datetime(),
    eased: z.boolean().meta({ description: 'the owner asked for half the shift, or half the power' }),
    again: z.boolean().meta({ description: 'an opt-out, or easing, was undone' }),
    exports: z.boolean().meta({ description: 'the device feeds the grid meanwhile' }),
  }),
  z.object({
    code: z.literal('return'),
    after: z
      .enum(['opt_out', 'limits', 'provider', 'cancelled'])
      .nullable()
      .meta({ description: "what ended it; null: the event's end" }),
  }),
]);
export type EventStepReason = z.infer<typeof EventStepReason>;

/** Why the server sent a command by itself: a step of an event or its return, a schedule, or a limit that was lowered. */
export const CommandReason = z.discriminatedUnion('code', [
  ...EventStepReason.options,
  z.object({ code: z.enum(['schedule', 'safety']) }),
]);
export type CommandReason = z.infer<typeof CommandReason>;

/** On whose behalf a command was sent; restore: back to what held before an event. */
export const CommandOrigin = z.enum(['person', 'schedule', 'event', 'restore', 'safety']);
export type CommandOrigin = z.infer<typeof CommandOrigin>;
