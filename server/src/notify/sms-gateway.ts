import { createHmac } from 'node:crypto';
import { isEqualSecret } from '../lib/secrets/keys.ts';
import { escapeHtml } from '../lib/text/html.ts';
import { assertWorded, translatorFor } from '../lib/text/i18n.ts';
import type { VoiceCaller, SendOutcome, SmsSender } from './channels.ts';

export interface Gateway {
  readonly url: string;
  readonly account: string;
  readonly token: string;
  /** The number that messages come from. */
  readonly from: string;
}

const TIMEOUT = 10_000;
/** The gateway's error code for a number that answered STOP. */
const OPTED_OUT = 21_610;

assertWorded(['language.voice']);

/** SMS and voice through a gateway with Twilio's API. */
export const createGateway = (gateway: Gateway, doFetch: typeof fetch): SmsSender & VoiceCaller => {
  const base = `${gateway.url}/2010-04-01/Accounts/${encodeURIComponent(gateway.account)}`;
  const authorization = `Basic ${Buffer.from(`${gateway.account}:${gateway.token}`).toString('base64')}`;

  const post = async (resource: string, fields: Readonly<Record<string, string>>): Promise<SendOutcome> => {
    const answer = await doFetch(`${base}/${resource}.json`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ From: gateway.from, ...fields }).toString(),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT),
    });
    if (answer.ok) return 'sent';
    const refusal = (await answer.json().catch(() => ({}))) as { code?: number };
    if (refusal.code === OPTED_OUT) return 'opted-out';
    throw new Error(`The gateway answered ${answer.status} (code ${refusal.code ?? 'none'}).`);
  };

  return {
    send: ({ to, text }) => post('Messages', { To: to, Body: text }),
    call: ({ to, text, language }) =>
      post('Calls', {
        To: to,
        Twiml: `<Response><Say language="${escapeHtml(translatorFor(language)('language.voice'))}">${escapeHtml(text)}</Say></Response>`,
      }),
  };
};

/** Verifies Twilio's signature over the URL and the sorted form fields of a webhook request. */
export const isSignedByGateway = (
  token: string,
  signature: string,
  url: string,
  fields: Readonly<Record<string, string>>,
): boolean => {
  const signed = Object.keys(fields)
    .toSorted()
    .reduce((text, name) => `${text}${name}${fields[name] ?? ''}`, url);
  return isEqualSecret(createHmac('sha1', token).update(signed, 'utf8').digest('base64'), signature);
};
