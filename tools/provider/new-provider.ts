import { LOGOS } from '../../server/src/providers/check/check-providers.ts';
import { DRAFT_VERSION, draftTerms } from './draft-terms.ts';

const titleOf = (id: string): string =>
  id
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

/** The first letter on the provider's colour, until there is a logo. */
const letterLogo = (letter: string, color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="40" height="40" role="img"><rect width="40" height="40" rx="8" fill="${color}"/><text x="20" y="28" font-family="sans-serif" font-size="22" font-weight="600" text-anchor="middle" fill="#ffffff">${letter}</text></svg>\n`;

const COLOR = '#14532d';
const ZONE = 'America/New_York';

const supportOf = (id: string): string => `support@${id}.example`;

const providerOf = (id: string, isDefault: boolean) => ({
  name: titleOf(id),
  shortName: titleOf(id),
  color: COLOR,
  supportEmail: supportOf(id),
  localization: 'US',
  hosts: [`home.${id}.example`],
  default: isDefault,
  terms: DRAFT_VERSION,
  commonSettings: { byodMultipleLanguages: { enabled: true, supportedLanguages: ['en', 'es'] } },
  homeAppFooter: { text: `${titleOf(id)} · ${supportOf(id)}`, translations: [] },
  homeAppConfig: {
    welcomeModalEnabled: false,
    welcomeModalTitle: null,
    welcomeModalBody: null,
    translations: [],
  },
  programNames: {
    translations: [
      { language: 'es', programId: 'summer-cooling', name: 'Frescor de verano' },
      { language: 'es', programId: 'water-heater', name: 'Ahorro en agua caliente' },
    ],
  },
  settings: {
    enableSms: false,
    enableVoiceNotifications: false,
    enableHomeMessageCenterPage: true,
    enableHomeLeaderboard: true,
    enableHomeEventCalendar: true,
    enableHomeMarketing: false,
    enableHomeWeather: true,
    enablePhoneNumberVerificationModal: false,
    enableAutoSchedule: true,
    enableCustomHwhSchedule: false,
  },
});

const RULES = {
  zone: ZONE,
  holidays: [],
  notice: { leastMinutes: 30, aheadMinutes: 1440, reminderMinutes: 10 },
  currency: 'USD',
  settlingHours: 48,
} as const;

const PROGRAMS = [
  {
    id: 'summer-cooling',
    version: 1,
    name: 'Summer Cooling',
    kinds: ['tstat', 'rac'],
    side: 'cool',
    season: { from: '06-01', to: '09-30' },
    weekdays: [1, 2, 3, 4, 5],
    hours: { from: '13:00', to: '21:00' },
    limits: { longestMinutes: 240, perSeason: 15, perDay: 1, largestShift: 4 },
    preparation: { minutes: 60, shift: 2 },
    spread: { startMinutes: 5, returnMinutes: 15 },
    optOut: { allowed: true, freePerSeason: 3, price: { type: 'event-reward' } },
    baseline: 'caiso-residential-5-of-10',
    reward: { type: 'per-kwh', amount: 100 },
    typicalWhPerHour: { tstat: 1100, rac: 350 },
    ...RULES,
  },
  {
    id: 'water-heater',
    version: 1,
    name: 'Water Heater Saver',
    kinds: ['hwh'],
    side: null,
    season: null,
    weekdays: [0, 1, 2, 3, 4, 5, 6],
    hours: null,
    limits: { longestMinutes: 240, perSeason: 60, perDay: 2, largestShift: 4 },
    preparation: null,
    spread: { startMinutes: 2, returnMinutes: 30 },
    optOut: { allowed: true, freePerSeason: 5, price: { type: 'none' } },
    baseline: 'aemo-all-days',
    reward: { type: 'per-event', amount: 50 },
    typicalWhPerHour: { hwh: 450 },
    ...RULES,
  },
];

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** A provider that works as it is, by file name. */
export const newProviderFiles = (
  id: string,
  { isDefault }: { readonly isDefault: boolean },
): Readonly<Record<string, string>> => {
  const logo = letterLogo(id.charAt(0).toUpperCase(), COLOR);
  return {
    'provider.json': json(providerOf(id, isDefault)),
    'programs.json': json(PROGRAMS),
    ...draftTerms(titleOf(id), supportOf(id)),
    [LOGOS.logoLight]: logo,
    [LOGOS.logoLightSmall]: logo,
  };
};
