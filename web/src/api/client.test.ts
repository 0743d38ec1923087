import { describe, expect, test, vi } from 'vitest';
import { ApiError, createApi } from './client.ts';

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

const problem = (status: number, code: string, extras: object = {}): Response =>
  Response.json(
    { status, code, title: `Title of ${code}`, detail: null, deviceId: null, ...extras },
    {
      status,
      headers: { 'content-type': 'application/problem+json' },
    },
  );
const refusal = (status: 401 | 403) =>
  problem(status, status === 401 ? 'sign_in_required' : 'account_inactive');

const HOUSE = { params: { houseId: 'h1' } };

/** A client with a fake server that gives the queued answers and records the requests. */
const world = (answer: (sent: Sent) => Response | Promise<Response>) => {
  const sent: Sent[] = [];
  const lost = vi.fn<() => void>();
  const answers: number[] = [];
  const early = new Map<string, Promise<Response>>();
  const session: { token: string | null; pid: string | null } = { token: 'first', pid: 'sunvale' };
  const renewal = { promise: Promise.resolve() };
  const pauses: number[] = [];
  const api = createApi({
    fetch: async (url, init) => {
      const call: Sent = {
        url: url as string,
        method: init?.method ?? 'GET',
        headers: init?.headers as Record<string, string>,
        body: (init?.body as string | undefined) ?? null,
      };
      sent.push(call);
      return answer(call);
    },
    token: () => session.token,
    language: () => 'es',
    pid: () => session.pid,
    pause: async (milliseconds, signal) => {
      pauses.push(milliseconds);
      signal?.throwIfAborted();
    },
    tokenRenewal: () => renewal.promise,
    onSessionLost: lost,
    onAnswer: ({ status }) => answers.push(status),
    takePrefetched: (path) => {
      const call = early.get(path);
      early.delete(path);
      return call;
    },
  });
  return { api, sent, session, lost, answers, early, renewal, pauses };
};

const failure = async (call: Promise<unknown>): Promise<ApiError> => {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
};

describe('while the past of the demo is being prepared', () => {
  const preparing = () => {
    const answer = problem(503, 'history_preparing');
    answer.headers.set('retry-after', '2');
    return answer;
  };

  test('a call waits as long as the server says, and is sent again until there is an answer', async () => {
    const answers = [preparing, preparing, () => Response.json({ entries: [] })];
    const { api, sent, pauses } = world(() => answers.shift()?.() ?? preparing());
    expect(await api.get('/house/{houseId}/reward', HOUSE)).toEqual({ entries: [] });
    expect(sent.map(({ url }) => url)).toEqual(Array.from({ length: 3 }, () => '/api/house/h1/reward'));
    expect(pauses).toEqual([2_000, 2_000]);
  });

  test('a call that nobody waits for any more is not sent again', async () => {
    const controller = new AbortController();
    const { api, sent } = world(() => {
      controller.abort();
      return preparing();
    });
    const answer = api.get('/house/{houseId}/reward', { ...HOUSE, signal: controller.signal });
    await expect(answer).rejects.toThrow('aborted');
    expect(sent).toHaveLength(1);
  });
});

describe('the guard', () => {
  test.each([401, 403] as const)(
    '[API-2] after 2 answers %i the same request is blocked locally, in the words of the specification',
    async (status) => {
      const { api, sent } = world(() => refusal(status));
      const ask = () => failure(api.get('/house/{houseId}/dashboard', HOUSE));
      expect(await ask()).toMatchObject({ status });
      expect(await ask()).toMatchObject({ status });
      expect(sent).toHaveLength(2);
      expect(await ask()).toMatchObject({
        status,
        code: 'blocked',
        message: `Request failed with status code ${status}`,
      });
      expect(sent).toHaveLength(2);
    },
  );

  test('[API-2] the blocked request names the code of the last answer', async () => {
    const codes = [401, 403] as const;
    let call = 0;
    const { api } = world(() => refusal(codes[call++] ?? 401));
    for (let time = 0; time < 2; time += 1) await failure(api.get('/house/{houseId}', HOUSE));
    const { message } = await failure(api.get('/house/{houseId}', HOUSE));
    expect(message).toBe('Request failed with status code 403');
  });

  test('[API-2] concurrent requests all count', async () => {
    const { api, sent } = world(() => refusal(403));
    const ask = () => failure(api.get('/house/{houseId}', HOUSE));
    await Promise.all([ask(), ask()]);
    expect((await ask()).code).toBe('blocked');
    expect(sent).toHaveLength(2);
  });

  test('[API-2] another URL, another query, another method and another token are not affected', async () => {
    const { api, sent, session } = world(() => refusal(403));
    const ask = () => failure(api.get('/house/{houseId}', HOUSE));
    await ask();
    await ask();
    expect((await ask()).code).toBe('blocked');

    const elsewhere = [
      () => api.get('/house/{houseId}', { params: { houseId: 'h2' } }),
      () => api.get('/house/{houseId}', { ...HOUSE, query: { includePrograms: true } }),
      () => api.get('/house/{houseId}/device', HOUSE),
    ];
    for (const other of elsewhere) expect((await failure(other())).code).toBe('account_inactive');
    expect(sent).toHaveLength(5);

    session.token = 'second';
    expect((await ask()).code).toBe('account_inactive');
    session.token = 'first';
    expect((await ask()).code).toBe('blocked');
  });

  test('[API-2] the method is part of what is counted', async () => {
    // The table has no path with two methods yet, so the loose form of the client is used.
    const { api, sent } = world(() => refusal(403));
    const loose = api as unknown as Record<'get' | 'post', (path: string) => Promise<unknown>>;
    for (let time = 0; time < 3; time += 1) await failure(loose.get('/house/h1'));
    expect(sent).toHaveLength(2);
    expect((await failure(loose.post('/house/h1'))).code).toBe('account_inactive');
    expect(sent.map(({ method }) => method)).toEqual(['GET', 'GET', 'POST']);
  });

  test('[API-2] calls under /auth are exempt', async () => {
    const { api, sent } = world(() => problem(401, 'login_failed'));
    const tries = Array.from({ length: 4 }, (_, index) => index);
    for (const _try of tries) {
      const body = { email: 'a@b.example', password: 'wrong' };
      expect((await failure(api.post('/auth/login', { body }))).code).toBe('login_failed');
    }
    expect(sent).toHaveLength(tries.length);
  });

  test('[API-2] calls without a token are exempt', async () => {
    const { api, sent, session } = world(() => refusal(401));
    session.token = null;
    for (let time = 0; time < 3; time += 1) await failure(api.get('/house/{houseId}', HOUSE));
    expect(sent).toHaveLength(3);
  });

  test.each([400, 404, 409, 422, 429, 500, 503])('[API-2] answers %i are never counted', async (status) => {
    const { api, sent } = world(() => problem(status, 'internal'));
    for (let time = 0; time < 4; time += 1) {
      expect((await failure(api.get('/house/{houseId}', HOUSE))).status).toBe(status);
    }
    expect(sent).toHaveLength(4);
  });

  test('[API-2] forgetRefusals unblocks all calls', async () => {
    const { api, sent } = world(() => refusal(403));
    const ask = () => failure(api.get('/house/{houseId}', HOUSE));
    for (let time = 0; time < 3; time += 1) await ask();
    api.forgetRefusals();
    expect((await ask()).code).toBe('account_inactive');
    expect(sent).toHaveLength(3);
  });
});

describe('answers', () => {
  test('a call resolves with the JSON of the answer, with undefined for 204', async () => {
    const { api } = world(({ method }) =>
      method === 'POST' ? new Response(null, { status: 204 }) : Response.json({ id: 'h1' }),
    );
    expect(await api.get('/house/{houseId}', HOUSE)).toEqual({ id: 'h1' });
    expect(await api.post('/auth/logout')).toBeUndefined();
  });

  test('[AUTH-10] session_expired calls onSessionLost before the call rejects; other errors do not', async () => {
    const { api, lost } = world(() => problem(401, 'session_expired'));
    const call = failure(api.get('/house/{houseId}', HOUSE));
    expect(lost).not.toHaveBeenCalled();
    expect((await call).code).toBe('session_expired');
    expect(lost).toHaveBeenCalledOnce();

    const other = world(() => problem(401, 'sign_in_required'));
    await failure(other.api.get('/house/{houseId}', HOUSE));
    expect(other.lost).not.toHaveBeenCalled();
  });

  test('[AUTH-10] [T-19] a call refused while the token was renewed is sent again with the new token', async () => {
    const { api, sent, session, lost, renewal } = world(({ headers }) =>
      headers['authorization'] === 'Bearer second'
        ? Response.json({ id: 'h1' })
        : problem(401, 'session_expired'),
    );
    const { promise, resolve } = Promise.withResolvers<void>();
    renewal.promise = promise;
    const call = api.get('/house/{houseId}', HOUSE);
    session.token = 'second';
    resolve();
    expect(await call).toEqual({ id: 'h1' });
    expect(sent.map(({ headers }) => headers['authorization'])).toEqual(['Bearer first', 'Bearer second']);
    expect(lost).not.toHaveBeenCalled();
  });

  test('[AUTH-10] [T-19] the renewing call does not wait for itself, and a call of an ended session is not sent again', async () => {
    const renewing = world(() => problem(401, 'session_expired'));
    renewing.renewal.promise = new Promise(() => {});
    await failure(renewing.api.post('/auth/confirm', { body: { password: 'x' }, renewsToken: true }));
    expect(renewing.lost).toHaveBeenCalledOnce();

    const left = world(() => problem(401, 'session_expired'));
    const call = failure(left.api.get('/house/{houseId}', HOUSE));
    left.session.token = null;
    expect((await call).code).toBe('session_expired');
    expect([left.sent.length, left.lost.mock.calls.length]).toEqual([1, 0]);
  });

  test('an error carries status, code, title, detail and deviceId', async () => {
    const { api } = world(() => problem(422, 'bad_request', { detail: 'mode: unknown', deviceId: 'd7' }));
    expect(await failure(api.get('/house/{houseId}', HOUSE))).toMatchObject({
      status: 422,
      code: 'bad_request',
      message: 'Title of bad_request',
      detail: 'mode: unknown',
      deviceId: 'd7',
    });
  });

  test('an error answer that is not JSON, such as that of a proxy, keeps its status', async () => {
    const { api } = world(() => new Response('<h1>Bad Gateway</h1>', { status: 502 }));
    expect(await failure(api.get('/house/{houseId}', HOUSE))).toMatchObject({
      status: 502,
      code: 'internal',
      message: 'Request failed with status code 502',
    });
  });

  test('[UX-35] a page in the place of the answer, such as that of a proxy, is a lost answer; a file is not', async () => {
    const types = ['text/html; charset=utf-8', 'text/csv'];
    const { api } = world(() => new Response('x', { headers: { 'content-type': types.shift() ?? '' } }));
    const ask = () => api.get('/house/{houseId}/dashboard', HOUSE);
    expect(await failure(ask())).toMatchObject({ status: 0, code: 'network' });
    expect(await ask()).toBeInstanceOf(Blob);
  });

  test('a failed fetch is a network error', async () => {
    const { api, answers } = world(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await failure(api.get('/house/{houseId}', HOUSE))).toMatchObject({ status: 0, code: 'network' });
    expect(answers).toEqual([]);
  });

  test('an aborted call is not a network error', async () => {
    const { api } = world(() => Promise.reject(new DOMException('given up', 'AbortError')));
    const options = { ...HOUSE, signal: AbortSignal.abort() };
    await expect(api.get('/house/{houseId}', options)).rejects.toThrow('given up');
    await expect(api.get('/house/{houseId}', options)).rejects.not.toBeInstanceOf(ApiError);
  });

  test('[UX-35] a timeout is a network error', async () => {
    const { api } = world(() => Promise.reject(new DOMException('too long', 'TimeoutError')));
    const options = { ...HOUSE, signal: AbortSignal.abort() };
    expect(await failure(api.get('/house/{houseId}', options))).toMatchObject({ status: 0, code: 'network' });
  });

  test('onAnswer gets every answer, errors too', async () => {
    const { api, answers } = world(({ url }) =>
      url.endsWith('/device') ? Response.json([]) : problem(404, 'not_found'),
    );
    await failure(api.get('/house/{houseId}', HOUSE));
    await api.get('/house/{houseId}/device', HOUSE);
    expect(answers).toEqual([404, 200]);
  });
});

describe('what is sent', () => {
  test('sends token, language, and a JSON body with its content type', async () => {
    const { api, sent } = world(() => Response.json({}));
    await api.get('/house/{houseId}', HOUSE);
    const body = { email: 'a@b.example', password: 'p' };
    await api.post('/auth/login', { body });
    expect(sent[0]).toEqual({
      url: '/api/house/h1',
      method: 'GET',
      headers: { 'accept-language': 'es', authorization: 'Bearer first' },
      body: null,
    });
    expect(sent[1]?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(sent[1]?.body ?? '')).toEqual(body);
  });

  test('sends no authorization without a token', async () => {
    const { api, sent, session } = world(() => Response.json({}));
    session.token = null;
    await api.get('/provider-config');
    expect(sent[0]?.headers).toEqual({ 'accept-language': 'es' });
  });

  test('[BRAND-2] pid goes with public calls only', async () => {
    const { api, sent, session } = world(() => Response.json({}));
    await api.get('/provider-config');
    await api.post('/auth/login', { body: { email: 'a@b.example', password: 'p' } });
    await api.get('/house/{houseId}', HOUSE);
    session.pid = null;
    await api.get('/provider-config');
    expect(sent.map(({ url }) => url)).toEqual([
      '/api/provider-config?pid=sunvale',
      '/api/auth/login?pid=sunvale',
      '/api/house/h1',
      '/api/provider-config',
    ]);
  });

  test('path parameters are percent-encoded', async () => {
    const { api, sent } = world(() => Response.json({}));
    await api.get('/house/{houseId}', { params: { houseId: '../account/x?y#z' } });
    expect(sent[0]?.url).toBe('/api/house/..%2Faccount%2Fx%3Fy%23z');
  });

  test('undefined query values are left out', async () => {
    const { api, sent } = world(() => Response.json([]));
    const query = { includeSettings: true, includeCommandModes: undefined };
    await api.get('/house/{houseId}/device', { ...HOUSE, query });
    expect(sent[0]?.url).toBe('/api/house/h1/device?includeSettings=true');
  });
});

describe('early answers', () => {
  const PATH = '/house/h1/dashboard';

  test('a prefetched answer is used once instead of a request', async () => {
    const { api, sent, early } = world(() => Response.json({ from: 'server' }));
    early.set(PATH, Promise.resolve(Response.json({ from: 'document' })));
    expect(await api.get('/house/{houseId}/dashboard', HOUSE)).toEqual({ from: 'document' });
    expect(sent).toHaveLength(0);
    expect(await api.get('/house/{houseId}/dashboard', HOUSE)).toEqual({ from: 'server' });
  });

  test('a prefetch that failed on the network is sent again', async () => {
    const { api, sent, early } = world(() => Response.json({ from: 'server' }));
    early.set(PATH, Promise.reject(new TypeError('Failed to fetch')));
    expect(await api.get('/house/{houseId}/dashboard', HOUSE)).toEqual({ from: 'server' });
    expect(sent).toHaveLength(1);
  });

  test('[API-2] [AUTH-10] a prefetched 401 counts and ends the session like any other', async () => {
    const { api, sent, early, lost } = world(() => problem(401, 'session_expired'));
    early.set(PATH, Promise.resolve(problem(401, 'session_expired')));
    for (let time = 0; time < 3; time += 1) await failure(api.get('/house/{houseId}/dashboard', HOUSE));
    expect(lost).toHaveBeenCalledTimes(2);
    expect(sent).toHaveLength(1);
  });

  test('only a GET uses a prefetched answer', async () => {
    const { api, sent, early } = world(() => new Response(null, { status: 204 }));
    early.set('/auth/logout', Promise.resolve(Response.json({})));
    await api.post('/auth/logout');
    expect(sent).toHaveLength(1);
  });
});
