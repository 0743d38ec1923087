import path from 'node:path';
import { z } from 'zod';
import { StartFailure } from './lib/start-failure.ts';
import { nearestName } from './lib/text/nearest-name.ts';

/** What a reverse proxy may say of a request that it passes on. */
export const FORWARDED_HEADERS = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'] as const;
export type ForwardedHeader = (typeof FORWARDED_HEADERS)[number];
const UNLESS_SET = 'X-Forwarded-For, X-Forwarded-Proto';

const wholeNumber = (min: number, max: number) =>
  z.coerce.number(`a whole number from ${min} to ${max}`).int().min(min).max(max);

const Environment = z.object({
  PORT: wholeNumber(0, 65_535).default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  /** Brands and their programs; those that come with the product unless set. */
  PROVIDERS_DIR: z.string().min(1).optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/./, 'an address such as postgres://user@host/database')
    .optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('warn'),
  /** Prometheus metrics on a port of their own; not served unless set. */
  METRICS_PORT: wholeNumber(1, 65_535).optional(),
  /** How many days of the past the demo houses have at most; a shorter one is complete sooner. */
  DEMO_DAYS: wholeNumber(7, 395).default(395),
  /** Real weather; without it the built-in climate model answers. */
  OPENWEATHER_KEY: z
    .string()
    .regex(/^[\w-]{8,128}$/, 'a key of OpenWeather')
    .optional(),
  /** Number of reverse proxies in front; that many entries of X-Forwarded-For are trusted. */
  TRUSTED_PROXIES: wholeNumber(0, 10).default(0),
  /** Those of FORWARDED_HEADERS that the proxies set; the others may come from anybody, and are never read. */
  TRUSTED_HEADERS: z
    .string()
    .default(UNLESS_SET)
    .transform((names) =>
      names
        .split(',')
        .map((name) => name.trim().toLowerCase())
        .filter(Boolean),
    )
    .pipe(z.array(z.enum(FORWARDED_HEADERS, `headers of a proxy, such as ${UNLESS_SET}`))),
  /** Seconds between SIGTERM and the closing of the port, in which a load balancer notices that the node is not ready. */
  SHUTDOWN_DELAY: wholeNumber(0, 300).default(3),
  /** For codes and sealed secrets; kept in the data folder unless set. */
  SECRET_KEY: z
    .string()
    .regex(/^[A-Za-z0-9+/_-]{43,}={0,2}$/, 'at least 32 bytes in base64')
    .optional(),
  /** Where the portal is reached from outside; links in mails begin with it. */
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'an address such as https://home.example' })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/./, 'an address such as smtp://user:password@host:587')
    .optional(),
  /** Deletes at once all that retention lets go of, also where that is more than three days. */
  RETENTION_CATCH_UP: z.enum(['true', 'false'], 'true or false').default('false'),
  MAIL_FROM: z.email('an e-mail address').optional(),
  /** Accept issuers of provider sign-on on this machine, by plain http: for tests and trying out. */
  SIGN_ON_LOOPBACK: z.enum(['true', 'false'], 'true or false').default('false'),
  SMS_GATEWAY_URL: z.url({ protocol: /^https?$/, error: 'an address' }).default('https://api.twilio.com'),
  SMS_GATEWAY_ACCOUNT: z.string().min(1).optional(),
  SMS_GATEWAY_TOKEN: z.string().min(1).optional(),
  SMS_GATEWAY_FROM: z
    .string()
    .regex(/^\+\d{8,15}$/, 'a number such as +13035550100')
    .optional(),
});

/** Their values may contain a password, and are never printed. */
const CONFIDENTIAL: readonly string[] = [
  'DATABASE_URL',
  'OPENWEATHER_KEY',
  'SECRET_KEY',
  'SMTP_URL',
  'SMS_GATEWAY_TOKEN',
];
const GATEWAY = ['SMS_GATEWAY_ACCOUNT', 'SMS_GATEWAY_TOKEN', 'SMS_GATEWAY_FROM'] as const;

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly providersDir: string | null;
  readonly databaseUrl: string | null;
  readonly logLevel: z.infer<typeof Environment>['LOG_LEVEL'];
  readonly trustedProxies: number;
  readonly trustedHeaders: readonly ForwardedHeader[];
  readonly shutdownDelaySeconds: number;
  readonly metricsPort: number | null;
  readonly openWeatherKey: string | null;
  readonly demo: boolean;
  readonly demoDays: number;
  /** Delete the demo data of an earlier start. */
  readonly removeDemo: boolean;
  readonly secretKey: string | null;
  readonly retentionCatchUp: boolean;
  readonly publicUrl: string | null;
  readonly smtpUrl: string | null;
  readonly mailFrom: string | null;
  /** Client secrets of provider sign-on, by the end of the setting's name. */
  readonly signOnSecrets: Readonly<Record<string, string>>;
  readonly signOnLoopback: boolean;
  readonly smsGateway: {
    readonly url: string;
    readonly account: string;
    readonly token: string;
    readonly from: string;
  } | null;
}

const OPTIONS: readonly string[] = ['--demo', '--remove-demo'];

type Settings = z.infer<typeof Environment>;

/** All settings or none: an incomplete gateway would fail at the first message. */
const gatewayOf = (settings: Settings): Config['smsGateway'] => {
  const {
    SMS_GATEWAY_URL: url,
    SMS_GATEWAY_ACCOUNT: account,
    SMS_GATEWAY_TOKEN: token,
    SMS_GATEWAY_FROM: from,
  } = settings;
  if (account !== undefined && token !== undefined && from !== undefined)
    return { url, account, token, from };
  const given = GATEWAY.find((name) => settings[name] !== undefined);
  const missing = GATEWAY.find((name) => settings[name] === undefined);
  if (given) throw new StartFailure(`The setting ${missing} is missing, which goes with ${given}.`);
  return null;
};

const SIGN_ON_SECRET = 'SIGN_ON_SECRET_';

const secretsOf = (set: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(set).flatMap(([name, value]) =>
      name.startsWith(SIGN_ON_SECRET) && value !== undefined
        ? [[name.slice(SIGN_ON_SECRET.length), value]]
        : [],
    ),
  );

/** Names that are ours alone begin so; a cluster sets names that look like them for its services. */
const OUR_BEGINNINGS = [
  'SMTP_',
  'SMS_GATEWAY_',
  'SIGN_ON_',
  'PROVIDERS_',
  'TRUSTED_',
  'OPENWEATHER_',
  'RETENTION_',
];
const OF_A_CLUSTER = /_SERVICE_(HOST|PORT)|_PORT(_\d+_|$)/;

/** A setting that is misspelt would be without effect, and nobody would know. */
const refuseUnknown = (names: readonly string[]): void => {
  const known = Object.keys(Environment.shape);
  for (const name of names) {
    if (known.includes(name) || name.startsWith(SIGN_ON_SECRET) || OF_A_CLUSTER.test(name)) continue;
    const meant = name.includes('_') ? nearestName(name, known) : null;
    if (meant === null && !OUR_BEGINNINGS.some((beginning) => name.startsWith(beginning))) continue;
    const hint = meant === null ? 'docs/operating.md lists them' : `${meant} is meant, it seems`;
    throw new StartFailure(`The setting ${name} is not known; ${hint}.`);
  }
};

/** The only reader of the environment. */
export const readConfig = (
  environment: Readonly<Record<string, string | undefined>> = process.env,
  args: readonly string[] = process.argv.slice(2),
): Config => {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim() !== ''));
  refuseUnknown(Object.keys(set));
  const parsed = Environment.safeParse(set);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const name = String(issue?.path[0]);
    const given = CONFIDENTIAL.includes(name) ? '' : ` is "${set[name]}", which`;
    throw new StartFailure(`The setting ${name}${given} does not fit: ${issue?.message ?? 'bad value'}.`);
  }
  const unknown = args.find((argument) => !OPTIONS.includes(argument));
  if (unknown !== undefined) {
    throw new StartFailure(`Unknown option ${unknown}; the options are ${OPTIONS.join(' and ')}.`);
  }
  if (args.includes('--remove-demo') && (args.includes('--demo') || set['DATABASE_URL'] === undefined)) {
    throw new StartFailure(
      'The option --remove-demo is for PostgreSQL (DATABASE_URL), and goes without --demo.',
    );
  }
  const { PORT, HOST, DATA_DIR, DATABASE_URL, LOG_LEVEL, TRUSTED_PROXIES, METRICS_PORT, OPENWEATHER_KEY } =
    parsed.data;
  return {
    port: PORT,
    host: HOST,
    dataDir: path.resolve(DATA_DIR),
    providersDir: parsed.data.PROVIDERS_DIR === undefined ? null : path.resolve(parsed.data.PROVIDERS_DIR),
    databaseUrl: DATABASE_URL ?? null,
    logLevel: LOG_LEVEL,
    trustedProxies: TRUSTED_PROXIES,
    trustedHeaders: parsed.data.TRUSTED_HEADERS,
    shutdownDelaySeconds: parsed.data.SHUTDOWN_DELAY,
    metricsPort: METRICS_PORT ?? null,
    openWeatherKey: OPENWEATHER_KEY ?? null,
    demo: DATABASE_URL === undefined || args.includes('--demo'),
    demoDays: parsed.data.DEMO_DAYS,
    removeDemo: args.includes('--remove-demo'),
    secretKey: parsed.data.SECRET_KEY ?? null,
    retentionCatchUp: parsed.data.RETENTION_CATCH_UP === 'true',
    publicUrl: parsed.data.PUBLIC_URL ?? null,
    smtpUrl: parsed.data.SMTP_URL ?? null,
    mailFrom: parsed.data.MAIL_FROM ?? null,
    signOnSecrets: secretsOf(set),
    signOnLoopback: parsed.data.SIGN_ON_LOOPBACK === 'true',
    smsGateway: gatewayOf(parsed.data),
  };
};
