import type { Writable } from 'node:stream';
import type { Config } from '../config.ts';
import { DEMO_PASSWORD } from '../demo/homes/accounts.ts';

/** The demo account that is printed at start; the README lists the others. */
export const DEMO_SIGN_IN = { email: 'demo@porchlight.example', password: DEMO_PASSWORD } as const;

export const progressBar = (out: Writable & { readonly isTTY?: boolean }) => {
  const WIDTH = 30;
  return (done: number, total: number, what: string): void => {
    const filled = Math.round((done / Math.max(1, total)) * WIDTH);
    const line = `[${'█'.repeat(filled)}${' '.repeat(WIDTH - filled)}] ${what}`;
    if (out.isTTY) out.write(`\r\u001b[2K${line}${done >= total ? '\n' : ''}`);
    else if (done >= total) out.write(`${line}\n`);
  };
};

export const addressOf = (host: string, port: number): string => {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
};

/** True for addresses that only this machine can reach. */
export const isLoopback = (host: string): boolean => /^(?:127\.|localhost$|::1$)/.test(host);

/** In seconds since the process began. */
export const pastMessage = (usableAfter: number, completeAfter: number): string =>
  `  Usable after ${usableAfter.toFixed(1)} s; the past of the demo is complete after ${completeAfter.toFixed(0)} s.\n\n`;

export const startMessage = (config: Config, address: string, problems: readonly string[] = []): string => {
  const lines = ['', `  Porchlight is ready at ${address}`, ''];
  if (config.demo) {
    lines.push(
      `  Sign in as ${DEMO_SIGN_IN.email} with the password ${DEMO_SIGN_IN.password}.`,
      '  Other brands: /?pid=harbour (au@porchlight.example) and /?pid=maple (ca@porchlight.example).',
      '  More accounts are listed in the README.',
      // Behind a proxy it is not served.
      ...(isLoopback(config.host) && config.trustedProxies === 0
        ? [`  Mails and text messages can be read at ${address}/dev/outbox`]
        : []),
      '',
    );
  }
  if (config.demo && !isLoopback(config.host)) {
    lines.push(
      '  ┌──────────────────────────────────────────────────────────────────────────────┐',
      '  │ WARNING: the accounts of the demo data have a published password, and this   │',
      '  │ server can be reached from other machines. Set HOST=127.0.0.1, or start on   │',
      '  │ PostgreSQL without --demo.                                                   │',
      '  └──────────────────────────────────────────────────────────────────────────────┘',
      '',
    );
  }
  if (!config.databaseUrl) {
    lines.push(
      `  Data is kept in ${config.dataDir}. The embedded database survives a crash of this process,`,
      '  but not a power cut: use PostgreSQL (DATABASE_URL) for anything that matters.',
      '',
    );
  }
  lines.push(...problems.flatMap((problem) => [`  WARNING: ${problem}`, '']));
  return lines.join('\n');
};
