import type { FastifyInstance } from 'fastify';
import type { RootDb } from '../db/connection.ts';
import { AppError } from '../lib/app-error.ts';
import { LANGUAGES, assertWorded, translatorFor } from '../lib/text/i18n.ts';
import type { Clock } from '../lib/clock/clock.ts';
import type { Random } from '../lib/secrets/random.ts';
import * as audit from '../stores/system/audit.ts';
import { optIn, optOut } from '../stores/account/phones.ts';
import { isSignedByGateway } from './sms-gateway.ts';

assertWorded(['sms.keywords.stop', 'sms.keywords.start']);

/** Words of every language: an answer does not say in which one it is. */
const keywords = (key: string): readonly string[] =>
  LANGUAGES.flatMap((language) => translatorFor(language)(key).split(/,\s*/));

const STOP = keywords('sms.keywords.stop');
const START = keywords('sms.keywords.start');

/** What carriers and the law count as opting out may begin a sentence; to opt in again nothing else may be said. */
export const keywordOf = (text: string): 'stop' | 'start' | null => {
  const plain = text.trim().toLowerCase();
  const begins = (word: string) => plain.startsWith(word) && !/^[\p{L}\d]/u.test(plain.slice(word.length));
  if (STOP.some(begins)) return 'stop';
  return START.includes(plain.replace(/[^\p{L}\d]+$/u, '')) ? 'start' : null;
};

interface Deps {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly random: Random;
  /** The key of the gateway's signatures; null: no gateway, every request is refused. */
  readonly smsToken: string | null;
}

const EMPTY = '<?xml version="1.0" encoding="UTF-8"?><Response></Response>';

/** Receives people's answers to text messages from the gateway and opts their number out or in. */
export const serveSmsWebhook = (app: FastifyInstance, { db, clock, random, smsToken }: Deps): void => {
  void app.register(async (hooks) => {
    hooks.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 16 * 1024 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
    );
    hooks.post('/hooks/sms', async (request, reply) => {
      const fields = (request.body ?? {}) as Readonly<Record<string, string>>;
      const url = `${request.protocol}://${request.host}${request.originalUrl}`;
      const signature = request.headers['x-twilio-signature']?.toString() ?? '';
      if (smsToken === null || !isSignedByGateway(smsToken, signature, url, fields)) {
        throw new AppError('not_found');
      }
      const answer = keywordOf(fields['Body'] ?? '');
      const from = fields['From'] ?? '';
      const now = clock.now();
      if (answer !== null) {
        const action = answer === 'stop' ? 'phone-opted-out' : 'phone-opted-in';
        await db.transaction().execute(async (tx) => {
          const owners = answer === 'stop' ? await optOut(tx, from, now) : await optIn(tx, from);
          for (const owner of owners) await audit.record(tx, random, now, { ...owner, action });
        });
      }
      return reply.type('text/xml; charset=utf-8').send(EMPTY);
    });
  });
};
