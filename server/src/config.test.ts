import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { StartFailure } from './lib/start-failure.ts';

const failureOf = (environment: Record<string, string>, args: string[] = []): string => {
  try {
    readConfig(environment, args);
  } catch (error) {
    if (error instanceof StartFailure && error.exitCode === 78) return error.message;
    throw error;
  }
  return 'no failure';
};

describe('settings', () => {
  test('nothing set: port 8080 on this machine, the embedded database with demo data', () => {
    expect(readConfig({}, [])).toEqual({
      port: 8080,
      host: '127.0.0.1',
      dataDir: path.resolve('./data'),
      providersDir: null,
      databaseUrl: null,
      logLevel: 'warn',
      trustedProxies: 0,
      trustedHeaders: ['x-forwarded-for', 'x-forwarded-proto'],
      shutdownDelaySeconds: 3,
      metricsPort: null,
      openWeatherKey: null,
      demo: true,
      demoDays: 395,
      removeDemo: false,
      secretKey: null,
      retentionCatchUp: false,
      publicUrl: null,
      smtpUrl: null,
      mailFrom: null,
      signOnSecrets: {},
      signOnLoopback: false,
      smsGateway: null,
    });
  });

  test('an empty setting is one that is not set', () => {
    const names = [
      'PORT',
      'HOST',
      'DATA_DIR',
      'PROVIDERS_DIR',
      'DATABASE_URL',
      'LOG_LEVEL',
      'METRICS_PORT',
      'TRUSTED_PROXIES',
      'TRUSTED_HEADERS',
      'SHUTDOWN_DELAY',
      'SECRET_KEY',
      'PUBLIC_URL',
      'SMTP_URL',
      'MAIL_FROM',
      'SMS_GATEWAY_ACCOUNT',
      'OPENWEATHER_KEY',
    ];
    for (const empty of ['', ' ']) {
      const environment = Object.fromEntries(names.map((name) => [name, empty]));
      expect(readConfig(environment, [])).toEqual(readConfig({}, []));
    }
  });

  test('everything set', () => {
    const environment = {
      PORT: '0',
      HOST: '::',
      DATA_DIR: '/srv/porchlight',
      PROVIDERS_DIR: '/srv/brands',
      DATABASE_URL: 'postgresql://portal@db/portal',
      LOG_LEVEL: 'debug',
      METRICS_PORT: '9464',
      TRUSTED_PROXIES: '2',
      TRUSTED_HEADERS: 'X-Forwarded-Host,x-forwarded-for',
      SHUTDOWN_DELAY: '20',
      SECRET_KEY: `${'A'.repeat(43)}=`,
      PUBLIC_URL: 'https://home.example/',
      SMTP_URL: 'smtp://mail.example:587',
      MAIL_FROM: 'portal@home.example',
      SMS_GATEWAY_URL: 'https://gateway.example',
      SMS_GATEWAY_ACCOUNT: 'AC0',
      SMS_GATEWAY_TOKEN: 'dummy',
      SMS_GATEWAY_FROM: '+13035550100',
      OPENWEATHER_KEY: 'dummy-key-0123',
      DEMO_DAYS: '30',
      SIGN_ON_SECRET_SUNVALE: 'dummy',
      SIGN_ON_LOOPBACK: 'true',
      UNRELATED: 'x',
    };
    expect(readConfig(environment, [])).toEqual({
      port: 0,
      host: '::',
      dataDir: '/srv/porchlight',
      providersDir: '/srv/brands',
      databaseUrl: 'postgresql://portal@db/portal',
      logLevel: 'debug',
      trustedProxies: 2,
      trustedHeaders: ['x-forwarded-host', 'x-forwarded-for'],
      shutdownDelaySeconds: 20,
      metricsPort: 9464,
      openWeatherKey: 'dummy-key-0123',
      demo: false,
      demoDays: 30,
      removeDemo: false,
      retentionCatchUp: false,
      secretKey: `${'A'.repeat(43)}=`,
      publicUrl: 'https://home.example',
      smtpUrl: 'smtp://mail.example:587',
      mailFrom: 'portal@home.example',
      signOnSecrets: { SUNVALE: 'dummy' },
      signOnLoopback: true,
      smsGateway: { url: 'https://gateway.example', account: 'AC0', token: 'dummy', from: '+13035550100' },
    });
    expect(readConfig(environment, ['--demo']).demo).toBe(true);
  });

  test('an invalid key is not printed', () => {
    const message = failureOf({ OPENWEATHER_KEY: 'a secret with spaces' });
    expect(message).toContain('OPENWEATHER_KEY');
    expect(message).not.toContain('a secret');
  });

  const bad: [string, string][] = [
    ['PORT', 'http'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['PORT', 'Infinity'],
    ['METRICS_PORT', '0'],
    ['METRICS_PORT', 'x'],
    ['TRUSTED_PROXIES', '11'],
    ['PUBLIC_URL', 'ftp://home.example'],
    ['MAIL_FROM', 'nobody'],
    ['SMS_GATEWAY_FROM', '3035550100'],
    ['TRUSTED_PROXIES', 'true'],
    ['LOG_LEVEL', 'loud'],
    ['TRUSTED_HEADERS', 'x-real-ip'],
    ['SHUTDOWN_DELAY', '-1'],
  ];
  test.each(bad)('%s=%s fails with one sentence that names it', (name, value) => {
    const sentence = failureOf({ [name]: value });
    expect(sentence).toMatch(
      new RegExp(`^The setting ${name} is "${value}", which does not fit: [^\\n]+\\.$`),
    );
  });

  const secret = 'hunter2';
  test.each([`mysql://portal:${secret}@db/portal`, secret, `postgres//portal:${secret}@db`, 'postgres://'])(
    '[T-37] a bad DATABASE_URL is never repeated, it may hold a password (%#)',
    (value) => {
      const sentence = failureOf({ DATABASE_URL: value });
      expect(sentence).toMatch(/^The setting DATABASE_URL does not fit: [^\n]+\.$/);
      expect(sentence).not.toContain(secret);
      expect(sentence).not.toContain('portal:');
    },
  );

  test.each([['--dmeo'], ['--demo', 'x'], ['']])('the unknown option %j is refused', (...args) => {
    expect(failureOf({}, args)).toMatch(/^Unknown option .*; the options are --demo and --remove-demo\.$/);
  });

  test.each([
    ['SMTP_ULR', 'The setting SMTP_ULR is not known; SMTP_URL is meant, it seems.'],
    ['SMTP_PASSWORD', 'The setting SMTP_PASSWORD is not known; docs/operating.md lists them.'],
    ['PUBLIC_ULR', 'The setting PUBLIC_ULR is not known; PUBLIC_URL is meant, it seems.'],
    ['DATABASE_URI', 'The setting DATABASE_URI is not known; DATABASE_URL is meant, it seems.'],
    ['PROVIDER_DIR', 'The setting PROVIDER_DIR is not known; PROVIDERS_DIR is meant, it seems.'],
  ])('[T-37] %s, which would be without effect, is refused', (name, sentence) => {
    expect(failureOf({ [name]: 'x' })).toBe(sentence);
  });

  test.each([
    'SMTP_SERVICE_HOST',
    'SMTP_PORT',
    'SMTP_PORT_25_TCP',
    'SIGN_ON_SECRET_ACME',
    'HOSTNAME',
    'LOGNAME',
  ])('%s, which a cluster or a system sets, is not ours', (name) =>
    expect(failureOf({ [name]: 'x' })).toBe('no failure'),
  );
});
