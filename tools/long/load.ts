// Clients that call without pause, and count every answer and every call that got none.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const CALL_LIMIT_MS = 15_000;

export interface Call {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Statuses that mean success. */
  readonly expected: readonly number[];
}

export interface Counts {
  tried: number;
  /** 429 and 503 with Retry-After. */
  refused: number;
  /** No answer, half of one, or another than expected. */
  broken: number;
  /** What was broken, and how often. */
  readonly faults: Map<string, number>;
  readonly milliseconds: number[];
}

export const newCounts = (): Counts => ({
  tried: 0,
  refused: 0,
  broken: 0,
  faults: new Map(),
  milliseconds: [],
});

export const describeCounts = ({ tried, refused, broken, faults }: Counts): string => {
  const listed = [...faults].map(([fault, count]) => `${fault}: ${count}`).join(', ');
  return `${tried} tried, ${refused} refused, ${broken} broken${listed === '' ? '' : ` (${listed})`}`;
};

interface Outcome {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
}

/** The code of the error where there was no whole answer. */
export const send = (agent: Agent, address: string, call: Call): Promise<Outcome | string> =>
  new Promise((resolve) => {
    const payload = call.body === undefined ? '' : JSON.stringify(call.body);
    const sent = request(
      new URL(call.path, address),
      {
        agent,
        method: call.method ?? 'GET',
        timeout: CALL_LIMIT_MS,
        headers: {
          ...(payload === ''
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
          ...call.headers,
        },
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'], text }),
        );
        answer.on('error', (error: NodeJS.ErrnoException) => resolve(`half an answer, ${error.code}`));
      },
    );
    sent.on('timeout', () => sent.destroy(new Error('time-out')));
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sent.end(payload);
  });

export const countFault = (counts: Counts, what: string): void => {
  counts.broken += 1;
  counts.faults.set(what, (counts.faults.get(what) ?? 0) + 1);
};

/** Sends one call and counts it; false: nobody listens at the address. */
export const sendCounted = async (
  counts: Counts,
  agent: Agent,
  address: string,
  call: Call,
): Promise<boolean> => {
  const began = performance.now();
  const outcome = await send(agent, address, call);
  if (outcome === 'ECONNREFUSED') return false;
  counts.tried += 1;
  counts.milliseconds.push(performance.now() - began);
  if (typeof outcome === 'string') countFault(counts, outcome);
  else if (call.expected.includes(outcome.status)) return true;
  else if ([429, 503].includes(outcome.status) && outcome.retryAfter !== undefined) counts.refused += 1;
  else countFault(counts, `${call.method ?? 'GET'} ${outcome.status}`);
  return true;
};

/** Workers on kept connections, which go on until they are stopped or nobody listens any more. */
export const startLoad = (address: string, workers: number, nextCall: () => Call) => {
  const counts = newCounts();
  const stopped = new AbortController();
  const agent = new Agent({ keepAlive: true, maxSockets: workers });
  const work = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      if (!(await sendCounted(counts, agent, address, nextCall()))) return;
      await sleep(Math.random() * 20);
    }
  };
  const ended = Promise.all(Array.from({ length: workers }, work)).then(() => agent.destroy());
  return {
    counts,
    ended,
    stop: () => {
      stopped.abort();
      return ended;
    },
  };
};
