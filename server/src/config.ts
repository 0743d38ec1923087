import path from 'node:path';
import { z } from 'zod';
import { StartFailure } from './lib/failure.ts';

const whole = (min: number, max: number) =>
  z.coerce.number(`a whole number from ${min} to ${max}`).int().min(min).max(max);

const Environment = z.object({
  PORT: whole(0, 65_535).default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/./, 'an address such as postgres://user@host/database')
    .optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('warn'),
  /** Prometheus metrics on a port of their own; not served unless set. */
  METRICS_PORT: whole(1, 65_535).optional(),
  /** Real weather; without it the built-in climate model answers. */
  OPENWEATHER_KEY: z
    .string()
    .regex(/^[\w-]{8,128}$/, 'a key of OpenWeather')
    .optional(),
  /** How many reverse proxies stand in front; the client's address is taken from behind them. */
  TRUSTED_PROXIES: whole(0, 10).default(0),
});

/** Settings whose value may hold a password or is one. */
const SECRETS = ['DATABASE_URL', 'OPENWEATHER_KEY'];

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly logLevel: z.infer<typeof Environment>['LOG_LEVEL'];
  readonly trustedProxies: number;
  readonly metricsPort: number | null;
  readonly openWeatherKey: string | null;
  readonly demo: boolean;
}

/** The only reader of the environment. */
export const readConfig = (
  environment: Readonly<Record<string, string | undefined>> = process.env,
  args: readonly string[] = process.argv.slice(2),
): Config => {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(set);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const name = String(issue?.path[0]);
    const given = SECRETS.includes(name) ? '' : ` is "${set[name]}", which`;
    throw new StartFailure(`The setting ${name}${given} does not fit: ${issue?.message ?? 'bad value'}.`);
  }
  const unknown = args.find((argument) => argument !== '--demo');
  if (unknown !== undefined) throw new StartFailure(`Unknown option ${unknown}; the only option is --demo.`);
  const { PORT, HOST, DATA_DIR, DATABASE_URL, LOG_LEVEL, TRUSTED_PROXIES, METRICS_PORT, OPENWEATHER_KEY } =
    parsed.data;
  return {
    port: PORT,
    host: HOST,
    dataDir: path.resolve(DATA_DIR),
    databaseUrl: DATABASE_URL ?? null,
    logLevel: LOG_LEVEL,
    trustedProxies: TRUSTED_PROXIES,
    metricsPort: METRICS_PORT ?? null,
    openWeatherKey: OPENWEATHER_KEY ?? null,
    demo: DATABASE_URL === undefined || args.includes('--demo'),
  };
};
