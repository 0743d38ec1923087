import { z } from 'zod';

export const LANGUAGES = ['en', 'es'] as const;
export const Language = z.enum(LANGUAGES);
export type Language = z.infer<typeof Language>;

export const Role = z.object({ role: z.enum(['house', 'admin']), houseId: z.string().nullable() });
export type Role = z.infer<typeof Role>;

export const User = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  alias: z.string().nullable(),
  language: Language.nullable(),
  roles: z.array(Role),
  sessionCount: z.int().meta({ description: 'sign-ins before this one' }),
  hasPassword: z.boolean().nullable().meta({ description: 'null unless includeHasPassword=true' }),
  totp: z.object({ enabled: z.boolean() }).nullable().meta({ description: 'null unless includeTotp=true' }),
});
export type User = z.infer<typeof User>;

export const PhoneNumber = z.object({
  phone: z.string(),
  countryCode: z.enum(['1', '61']),
  verified: z.boolean(),
  optout: z.boolean(),
});
export type PhoneNumber = z.infer<typeof PhoneNumber>;
