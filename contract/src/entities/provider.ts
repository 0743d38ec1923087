import { z } from 'zod';
import { Language } from './account.ts';
import { ProviderSettings } from './house.ts';

export const Localization = z.enum(['US', 'AU', 'CA']);
export type Localization = z.infer<typeof Localization>;

const Color = z.string().regex(/^#[0-9a-f]{6}$/i, 'a colour such as #0f6b5c');

/** The public part of a provider's configuration, which browsers get before sign-in. */
export const ProviderConfig = z.object({
  pid: z.string(),
  color: Color,
  name: z.string(),
  shortName: z.string(),
  logoLight: z.string(),
  logoLightSmall: z.string(),
  supportEmail: z.email(),
  localization: Localization,
  commonSettings: z.object({
    byodMultipleLanguages: z.object({ enabled: z.boolean(), supportedLanguages: z.array(Language).min(1) }),
  }),
  homeAppFooter: z.object({
    text: z.string().nullable(),
    translations: z
      .array(z.object({ language: Language, text: z.string() }))
      .default([])
      .meta({ description: 'the same in other languages' }),
  }),
  homeAppConfig: z.object({
    welcomeModalEnabled: z.boolean(),
    welcomeModalTitle: z.string().nullable(),
    welcomeModalBody: z.string().nullable(),
    translations: z
      .array(z.object({ language: Language, title: z.string(), body: z.string() }))
      .default([])
      .meta({ description: 'title and body in other languages' }),
  }),
  programs: z.array(z.object({ programId: z.string(), programLongName: z.string() })),
  signOnName: z
    .string()
    .nullable()
    .meta({ description: 'name of the identity system of the provider; null: it has none' }),
  emailPinDigits: z.int().min(5).max(8).meta({ description: 'length of the PIN sent by e-mail' }),
});
export type ProviderConfig = z.infer<typeof ProviderConfig>;

/** The provider's own identity system. The client's secret is in the environment. */
const SignOn = z.strictObject({
  issuer: z.url({ protocol: /^https?$/, error: 'an address such as https://id.utility.example' }),
  clientId: z.string().min(1).max(256),
  name: z
    .string()
    .min(1)
    .max(40)
    .optional()
    .meta({ description: 'on the button; the short name unless set' }),
  clientAuthentication: z
    .enum(['basic', 'post'])
    .default('basic')
    .meta({ description: 'how the secret is sent: client_secret_basic or client_secret_post' }),
});
export type SignOn = z.infer<typeof SignOn>;

/** `providers/<id>/provider.json`: the public part, with the specification's defaults, and what only the server reads. */
export const ProviderFile = z.strictObject({
  color: Color.default('#000000'),
  name: z.string().min(1),
  shortName: z.string().min(1),
  supportEmail: z.email(),
  localization: Localization.default('US'),
  hosts: z.array(z.string()).default([]),
  default: z.boolean().default(false),
  commonSettings: ProviderConfig.shape.commonSettings.default({
    byodMultipleLanguages: { enabled: false, supportedLanguages: ['en'] },
  }),
  homeAppFooter: ProviderConfig.shape.homeAppFooter.default({ text: null, translations: [] }),
  homeAppConfig: ProviderConfig.shape.homeAppConfig.default({
    welcomeModalEnabled: false,
    welcomeModalTitle: null,
    welcomeModalBody: null,
    translations: [],
  }),
  programNames: z
    .object({
      translations: z.array(z.object({ language: Language, programId: z.string(), name: z.string().min(1) })),
    })
    .default({ translations: [] })
    .meta({ description: 'the names of programs.json in other languages; they are no part of the rules' }),
  emailPinDigits: ProviderConfig.shape.emailPinDigits.default(5),
  signOn: SignOn.optional(),
  messageArchiveDays: z
    .int()
    .min(1)
    .max(3_650)
    .default(90)
    .meta({ description: 'after so many days messages are archived, except for favorites' }),
  closedHouseholdMonths: z
    .int()
    .min(1)
    .max(120)
    .default(24)
    .meta({ description: 'so long the data of a household that was closed are kept, then they are deleted' }),
  settings: ProviderSettings.omit({ leaderboardStart: true }).extend({
    leaderboardStart: z.iso.datetime().nullable().default(null),
  }),
});
export type ProviderFile = z.infer<typeof ProviderFile>;
