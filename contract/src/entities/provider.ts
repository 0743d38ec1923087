import { z } from 'zod';
import { Language } from './account.ts';
import { ProviderSettings } from './house.ts';
import { TermsVersion } from './terms.ts';

export const Localization = z.enum(['US', 'AU', 'CA']);
export type Localization = z.infer<typeof Localization>;

const Color = z.string().regex(/^#[0-9a-f]{6}$/i, 'a colour such as #0f6b5c');

const Languages = z.object({ enabled: z.boolean(), supportedLanguages: z.array(Language).min(1) });
const FooterText = z.object({ language: Language, text: z.string() });
const Footer = z.object({
  text: z.string().nullable(),
  translations: z.array(FooterText).default([]).meta({ description: 'the same in other languages' }),
});
const WelcomeText = z.object({ language: Language, title: z.string(), body: z.string() });
const Welcome = z.object({
  welcomeModalEnabled: z.boolean(),
  welcomeModalTitle: z.string().nullable(),
  welcomeModalBody: z.string().nullable(),
  translations: z.array(WelcomeText).default([]).meta({ description: 'title and body in other languages' }),
});

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
  commonSettings: z.object({ byodMultipleLanguages: Languages }),
  homeAppFooter: Footer,
  homeAppConfig: Welcome,
  terms: z
    .string()
    .nullable()
    .meta({ description: 'version of the terms that people are asked to agree to; null: there are none' }),
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

/**
 * `providers/<id>/provider.json`: the public part, with the specification's defaults, and what only the server reads. No object takes
 * fields that it does not know: one that is misspelt would be silently without effect.
 */
export const ProviderFile = z.strictObject({
  color: Color.default('#000000'),
  name: z.string().min(1),
  shortName: z.string().min(1),
  supportEmail: z.email(),
  localization: Localization.default('US'),
  hosts: z.array(z.string()).default([]),
  default: z.boolean().default(false),
  commonSettings: z.strictObject({ byodMultipleLanguages: Languages.strict() }).default({
    byodMultipleLanguages: { enabled: false, supportedLanguages: ['en'] },
  }),
  homeAppFooter: Footer.extend({ translations: z.array(FooterText.strict()).default([]) })
    .strict()
    .default({ text: null, translations: [] }),
  homeAppConfig: Welcome.extend({ translations: z.array(WelcomeText.strict()).default([]) })
    .strict()
    .default({
      welcomeModalEnabled: false,
      welcomeModalTitle: null,
      welcomeModalBody: null,
      translations: [],
    }),
  programNames: z
    .strictObject({
      translations: z.array(
        z.strictObject({ language: Language, programId: z.string(), name: z.string().min(1) }),
      ),
    })
    .default({ translations: [] })
    .meta({ description: 'the names of programs.json in other languages; they are no part of the rules' }),
  terms: TermsVersion.nullable()
    .default(null)
    .meta({ description: 'version of the terms in force: a folder in terms/ of the provider' }),
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
  settings: ProviderSettings.omit({ leaderboardStart: true })
    .extend({
      leaderboardStart: z.iso.datetime().nullable().default(null),
    })
    .strict(),
});
export type ProviderFile = z.infer<typeof ProviderFile>;
