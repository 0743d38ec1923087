import { z } from 'zod';

export const House = z.object({
  id: z.string(),
  address: z.string(),
  nickname: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  zipcode: z.string().nullable(),
  country: z.string().nullable(),
  timezone: z.string().meta({ description: 'IANA zone: the days of the house are its days' }),
  programParticipants: z
    .array(z.object({ programId: z.string() }))
    .nullable()
    .meta({ description: 'null unless includePrograms=true' }),
});
export type House = z.infer<typeof House>;

/** One act of somebody of the provider in a house, or with an event that it takes part in. */
export const ProviderAccess = z.object({
  time: z.iso.datetime().meta({ description: 'of a look at the house: the first one in its hour' }),
  name: z.string().nullable().meta({ description: 'null: the account is gone, or a viewer asks' }),
  act: z.enum(['viewed', 'changed', 'event-ordered', 'event-changed', 'event-cancelled']),
});
export type ProviderAccess = z.infer<typeof ProviderAccess>;

/** Switches of a house, set by its provider. */
export const ProviderSettings = z.object({
  enableSms: z.boolean(),
  enableVoiceNotifications: z.boolean(),
  enableHomeMessageCenterPage: z.boolean(),
  enableHomeLeaderboard: z.boolean(),
  enableHomeEventCalendar: z.boolean(),
  enableHomeMarketing: z.boolean(),
  enableHomeWeather: z.boolean(),
  enablePhoneNumberVerificationModal: z.boolean(),
  enableAutoSchedule: z.boolean(),
  enableCustomHwhSchedule: z.boolean(),
  leaderboardStart: z.iso.datetime().meta({ description: 'default: start of the current year at the house' }),
});
export type ProviderSettings = z.infer<typeof ProviderSettings>;
