import { z } from 'zod';

/** The code that a file of locales/ is named after. It has no region: that is the provider's. */
export const Language = z.string().regex(/^[a-z]{2,3}$/, 'a language such as en');
export type Language = z.infer<typeof Language>;

export const TemperatureUnit = z.enum(['F', 'C']);
export type TemperatureUnit = z.infer<typeof TemperatureUnit>;

/** What a person of a household may do: an owner decides who belongs to it, a viewer changes nothing. */
export const HouseAccess = z.enum(['owner', 'member', 'viewer']);
export type HouseAccess = z.infer<typeof HouseAccess>;

export const Role = z.object({
  role: z.enum(['house', 'admin']),
  houseId: z.string().nullable(),
  access: HouseAccess.nullable().meta({ description: 'null: the role is not that of a household' }),
});
export type Role = z.infer<typeof Role>;

export const User = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  alias: z.string().nullable(),
  language: Language.nullable(),
  temperatureUnit: TemperatureUnit.nullable().meta({
    description: 'in which the person reads temperatures; null: as in the region. The wire carries °F',
  }),
  roles: z.array(Role),
  agreedTerms: z
    .string()
    .nullable()
    .meta({ description: 'version of the terms that the person agreed to last; null: to none' }),
  sessionCount: z.int().meta({ description: 'sign-ins before this one' }),
  hasPassword: z.boolean().nullable().meta({ description: 'null unless includeHasPassword=true' }),
  totp: z.object({ enabled: z.boolean() }).nullable().meta({ description: 'null unless includeTotp=true' }),
});
export type User = z.infer<typeof User>;

export const CountryCode = z.enum(['1', '61']);
export type CountryCode = z.infer<typeof CountryCode>;
/** In a body the code may also be a JSON number. */
export const CountryCodeOrNumber = z.union([CountryCode, z.literal(1), z.literal(61)]);

export const PhoneNumber = z.object({
  phone: z.string(),
  countryCode: CountryCode,
  verified: z.boolean(),
  optout: z.boolean(),
});
export type PhoneNumber = z.infer<typeof PhoneNumber>;

/** Kinds of messages that a person can turn on and off, in the order of the list. */
export const MESSAGE_KEYS = [
  'offline_devices',
  'peak_demand',
  'general_notification',
  'direct_message',
  'incentive_message',
] as const;
export const MessageKey = z.enum(MESSAGE_KEYS);
export type MessageKey = z.infer<typeof MessageKey>;

export const Channel = z.enum(['email', 'sms', 'voice']);
export type Channel = z.infer<typeof Channel>;

export const MessageSetting = z.object({
  key: MessageKey,
  email: z.boolean(),
  sms: z.boolean(),
  voice: z.boolean(),
});
export type MessageSetting = z.infer<typeof MessageSetting>;

/** One browser that is signed in. */
export const Session = z.object({
  id: z.string(),
  userAgent: z.string().nullable(),
  createdAt: z.iso.datetime(),
  seenAt: z.iso.datetime(),
  current: z.boolean(),
});
export type Session = z.infer<typeof Session>;
