// Clients that write without pause and record everything that the server has acknowledged.
import { setTimeout as sleep } from 'node:timers/promises';
import { DEMO_PASSWORD } from '../../server/src/demo/homes/accounts.ts';
import { allAccounts } from '../../server/src/demo/rows.ts';

const WRITERS = 8;
const CALL_LIMIT_MS = 15_000;
const TURN_LIMIT = 5_000;

/** `asked`: the sign-out was sent and never answered, so the session may be either. */
type State = 'open' | 'asked' | 'closed';

interface Session {
  readonly token: string;
  readonly accountId: string;
  state: State;
}

export interface WriteLog {
  readonly sessions: Session[];
  readonly statuses: Map<number, number>;
  /** Calls without an answer: the server was not there. */
  unanswered: number;
  /** Answers 503 that do not say when to come back. */
  withoutRetryAfter: number;
  signIns: number;
  signOuts: number;
}

export const createWriteLog = (): WriteLog => ({
  sessions: [],
  statuses: new Map(),
  unanswered: 0,
  withoutRetryAfter: 0,
  signIns: 0,
  signOuts: 0,
});

const accounts = allAccounts.filter(
  ({ active, hasPassword, totpSecret }) => active && hasPassword && totpSecret === null,
);

let calls = 0;

/** Each from a network of its own, because tries are counted per network. */
const nextNetwork = (): string => {
  calls += 1;
  return `10.${(calls >> 8) & 255}.${calls & 255}.1`;
};

const call = async (log: WriteLog, url: string, init: RequestInit): Promise<Response | null> => {
  try {
    const answer = await fetch(url, {
      ...init,
      headers: { ...(init.headers as Record<string, string>), 'x-forwarded-for': nextNetwork() },
      signal: AbortSignal.timeout(CALL_LIMIT_MS),
    });
    log.statuses.set(answer.status, (log.statuses.get(answer.status) ?? 0) + 1);
    if (answer.status === 503 && !answer.headers.has('retry-after')) log.withoutRetryAfter += 1;
    return answer;
  } catch {
    log.unanswered += 1;
    return null;
  }
};

const signIn = async (
  log: WriteLog,
  address: string,
  account: (typeof accounts)[number],
  password: string,
) => {
  const answer = await call(log, `${address}/api/auth/login?pid=${account.providerId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: account.email, password }),
  });
  if (answer?.status !== 200) return null;
  // The acknowledgement counts when it has arrived whole.
  const body = (await answer.json().catch(() => null)) as { token: string; user: { id: string } } | null;
  if (!body) return null;
  const session: Session = { token: body.token, accountId: body.user.id, state: 'open' };
  log.sessions.push(session);
  log.signIns += 1;
  return session;
};

const signOut = async (log: WriteLog, address: string, session: Session): Promise<void> => {
  session.state = 'asked';
  const headers = { authorization: `Bearer ${session.token}` };
  const answer = await call(log, `${address}/api/auth/logout`, { method: 'POST', headers });
  if (!answer?.ok) return;
  session.state = 'closed';
  log.signOuts += 1;
};

/** Writes until the returned function is called; `onAcknowledged` hears of each acknowledged write. */
export const startWriters = (
  log: WriteLog,
  address: string,
  onAcknowledged: () => void,
): (() => Promise<void>) => {
  const stopped = new AbortController();
  const writer = async (number: number): Promise<void> => {
    const ofWriter = accounts.filter((_, index) => index % WRITERS === number);
    const open: Session[] = [];
    for (let turn = 0; !stopped.signal.aborted && turn < TURN_LIMIT; turn += 1) {
      const account = ofWriter[turn % ofWriter.length];
      if (!account) return;
      if (turn % 7 === 6) await signIn(log, address, account, 'NotThePassword1');
      const session = await signIn(log, address, account, DEMO_PASSWORD);
      if (!session) {
        await sleep(20);
        continue;
      }
      open.push(session);
      onAcknowledged();
      const oldest = turn % 3 === 2 ? open.shift() : undefined;
      if (!oldest) continue;
      await signOut(log, address, oldest);
      if (oldest.state === 'closed') onAcknowledged();
    }
  };
  const all = Promise.all(Array.from({ length: WRITERS }, (_, number) => writer(number)));
  return async () => {
    stopped.abort();
    await all;
  };
};

/** What the log says against what the server says. */
export const audit = async (address: string, sessions: readonly Session[]) => {
  const waiting = sessions.filter(({ state }) => state !== 'asked');
  const counts = { checked: waiting.length, lost: 0, stillValid: 0, other: 0 };
  const checker = async (): Promise<void> => {
    for (let session = waiting.pop(); session; session = waiting.pop()) {
      const answer = await fetch(`${address}/api/account/${session.accountId}`, {
        headers: { authorization: `Bearer ${session.token}`, 'x-forwarded-for': nextNetwork() },
        signal: AbortSignal.timeout(CALL_LIMIT_MS),
      });
      await answer.arrayBuffer();
      if (answer.status === (session.state === 'open' ? 200 : 401)) continue;
      if (answer.status === 401) counts.lost += 1;
      else if (answer.status === 200) counts.stillValid += 1;
      else counts.other += 1;
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, checker));
  return counts;
};
