import { isIP } from 'node:net';
import { timeoutSignal } from '../../lib/clock/clock.ts';
import { SECOND } from '#domain/time/time.ts';

const TIMEOUT = 5 * SECOND;
const MAX_BYTES = 256 * 1024;

/** The issuer gave no usable answer. Without the text of the cause, which may contain a code or a secret. */
export class IssuerUnreachable extends Error {
  constructor(why: string, cause?: unknown) {
    super(why, { cause });
    this.name = 'IssuerUnreachable';
  }
}

const LOOPBACK: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];
const isLoopbackUrl = ({ hostname }: URL): boolean => LOOPBACK.includes(hostname);

/**
 * Only https to a host with a name: the metadata of an issuer name further addresses, which must not lead into the network of the
 * server. With `loopback` also plain http to this machine, for tests and trying out.
 */
export const isAllowedAddress = (url: URL, { loopback }: { readonly loopback: boolean }): boolean => {
  if (isLoopbackUrl(url)) return loopback && (url.protocol === 'http:' || url.protocol === 'https:');
  const isAddress = isIP(url.hostname.replaceAll(/[[\]]/g, '')) !== 0;
  return url.protocol === 'https:' && !isAddress && url.hostname.includes('.') && url.username === '';
};

const readLimited = async (answer: Response): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new IssuerUnreachable('the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** `fetch` for calls to issuers: allowed addresses, no redirects, 5 s for the whole answer, 256 kB. */
export const createIssuerFetch =
  (doFetch: typeof fetch, rules: { readonly loopback: boolean; readonly timeoutMs?: number }) =>
  async (address: string, options: RequestInit): Promise<Response> => {
    const url = new URL(address);
    if (!isAllowedAddress(url, rules)) throw new IssuerUnreachable(`${url.origin} is not an allowed address`);
    const signal = timeoutSignal(rules.timeoutMs ?? TIMEOUT);
    let answer: Response;
    let body: Buffer;
    try {
      answer = await doFetch(url, { ...options, redirect: 'manual', signal });
      body = await readLimited(answer);
    } catch (error) {
      if (error instanceof IssuerUnreachable) throw error;
      throw new IssuerUnreachable(
        signal.aborted ? `${url.origin} is too slow` : `${url.origin} does not answer`,
        error,
      );
    }
    if (answer.status >= 500) throw new IssuerUnreachable(`${url.origin} answered ${answer.status}`);
    const { status, headers } = answer;
    return new Response(status === 204 || status === 304 ? null : new Uint8Array(body), { status, headers });
  };
