import { describe, expect, test } from 'vitest';
import type { CommandStatus } from '#contract/entities/command.ts';
import type { DashboardDevice } from '#contract/entities/dashboard-device.ts';
import { CONTROL_TIMES, phaseOf, shownValue } from '#domain/control/state.ts';
import { MINUTE, SECOND } from '#domain/time/time.ts';
import { createControlStore } from './control-store.ts';
import type { CommandCall } from './control-store.ts';

const START = Date.parse('2026-07-14T18:00:00Z');
const COOL = 'thermostat-cool-setpoint';

/** A clock that stands still until it is moved, with its timers. */
const fakeClock = () => {
  let time = START;
  let timers: { readonly at: number; readonly work: () => void }[] = [];
  const runAfter = (milliseconds: number, work: () => void) => {
    const timer = { at: time + milliseconds, work };
    timers.push(timer);
    return () => {
      timers = timers.filter((other) => other !== timer);
    };
  };
  /** Promises that are settled already get their turn. */
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  const advance = async (milliseconds: number) => {
    const end = time + milliseconds;
    await settle();
    for (;;) {
      const [next] = timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
      if (!next) break;
      timers = timers.filter((timer) => timer !== next);
      time = Math.max(time, next.at);
      next.work();
      await settle();
    }
    time = end;
  };
  /** Time passes without any timer firing, as on a machine that sleeps. */
  const sleep = (milliseconds: number) => {
    time += milliseconds;
  };
  return { now: () => time, runAfter, advance, sleep, settle };
};

class Refusal extends Error {
  readonly code: string;
  constructor(code: string) {
    super(`refused: ${code}`);
    this.code = code;
  }
}

type Answer = { readonly commandId: string; readonly version: number };

const setUp = () => {
  const clock = fakeClock();
  const posts: (CommandCall & { answer: (answer: Answer) => void; refuse: (code: string) => void })[] = [];
  const toasts: string[] = [];
  const awaiting = new Set<string>();
  let refreshes = 0;
  let keys = 0;
  const store = createControlStore({
    now: clock.now,
    runAfter: clock.runAfter,
    newKey: () => `key-${(keys += 1)}`,
    post: (request) => {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      posts.push({ ...request, answer: resolve, refuse: (code) => reject(new Refusal(code)) });
      return promise;
    },
    refusalOf: (error) => ({
      code: error instanceof Refusal ? error.code : 'internal',
      message: error instanceof Error ? error.message : null,
      deviceId: 'tstat1',
    }),
    onFailure: ({ message, code }) => toasts.push(message ?? code),
    onAwaiting: (deviceId, isAwaiting) => {
      if (isAwaiting) awaiting.add(deviceId);
      else awaiting.delete(deviceId);
    },
  });
  const deviceWith = (setpoint: number, more: Partial<DashboardDevice> = {}): DashboardDevice => ({
    id: 'tstat1',
    kind: 'tstat',
    mfg: 'acme',
    type: null,
    name: 'Living Room',
    uid: null,
    commandModes: null,
    deviceSettings: null,
    version: 7,
    realtime: [
      { key: COOL, value: setpoint, status: null, time: new Date(clock.now()).toISOString() },
      { key: 'thermostat-mode', value: 'cool', status: null, time: new Date(clock.now()).toISOString() },
    ],
    command: null,
    activeSchedule: { name: '--', uid: 'default', deviceId: 'tstat1' },
    ...more,
  });
  const commandIn = (state: CommandStatus['state'], more: Partial<CommandStatus> = {}): CommandStatus => ({
    commandId: 'c1',
    deviceId: 'tstat1',
    version: 8,
    state,
    reason: null,
    body: { coolSetpoint: 73 },
    acceptedAt: new Date(clock.now()).toISOString(),
    settledAt: null,
    origin: 'person',
    because: null,
    ...more,
  });
  const device = deviceWith(75);
  store.update(device);
  const target = {
    device,
    houseId: 'house1',
    refresh: async () => {
      refreshes += 1;
    },
  };
  const state = () => store.stateOf(device);
  return {
    clock,
    store,
    posts,
    toasts,
    awaiting,
    target,
    deviceWith,
    commandIn,
    state,
    refreshes: () => refreshes,
    phase: () => phaseOf(state(), clock.now()),
    setpoint: () => shownValue(state(), COOL),
    /** 73 wanted, sent, and accepted as command c1. */
    accept: async () => {
      store.edit(target, COOL, 73);
      await clock.advance(CONTROL_TIMES.reconcileMs);
      posts.at(-1)?.answer({ commandId: 'c1', version: 8 });
      await clock.settle();
    },
  };
};

describe('a change on its way', () => {
  test('[REC-1] an edit is pending for 3 s, then sent, accepted, and confirmed by a reading', async () => {
    const {
      clock,
      store,
      posts,
      target,
      state,
      phase: now,
      setpoint,
      deviceWith,
      awaiting,
      refreshes,
    } = setUp();
    store.edit(target, COOL, 73);
    expect([now(), setpoint(), state().dirty]).toEqual(['editing', 73, true]);
    await clock.advance(CONTROL_TIMES.reconcileMs - 1);
    expect(posts).toHaveLength(0);
    await clock.advance(1);
    expect([now(), setpoint(), state().dirty]).toEqual(['sending', 73, false]);
    expect(posts).toHaveLength(1);
    expect(posts[0]).toMatchObject({
      houseId: 'house1',
      deviceId: 'tstat1',
      versionSeen: 7,
      command: { type: 'OPERATIONAL', kind: 'tstat', body: { coolSetpoint: 73 } },
    });
    posts[0]?.answer({ commandId: 'c1', version: 8 });
    await clock.settle();
    expect([now(), setpoint(), refreshes()]).toEqual(['accepted', 73, 1]);
    expect(awaiting).toEqual(new Set(['tstat1']));
    await clock.advance(CONTROL_TIMES.waitingMs);
    expect([now(), setpoint()]).toEqual(['waiting', 73]);
    store.update(deviceWith(73, { version: 8 }));
    expect([now(), setpoint()]).toEqual(['idle', 73]);
    expect(awaiting).toEqual(new Set());
    await clock.advance(10 * MINUTE);
    expect(posts).toHaveLength(1);
  });

  test('[REC-1] a stale reading does not move the shown value while the command is awaited', async () => {
    const { accept, store, deviceWith, setpoint, phase: now } = setUp();
    await accept();
    store.update(deviceWith(75, { version: 8 }));
    expect([now(), setpoint()]).toEqual(['accepted', 73]);
  });

  test('[REC-1] the report of the server confirms as well as a reading does', async () => {
    const { accept, store, deviceWith, commandIn, phase: now, setpoint } = setUp();
    await accept();
    store.update(deviceWith(75, { version: 8, command: commandIn('confirmed') }));
    expect([now(), setpoint()]).toEqual(['idle', 73]);
  });

  test('[REC-2] a device that refuses the command: the failure shows, and a retry sends it again', async () => {
    const {
      accept,
      clock,
      store,
      target,
      posts,
      deviceWith,
      commandIn,
      phase: now,
      setpoint,
      state,
      toasts,
    } = setUp();
    await accept();
    const failed = deviceWith(75, { version: 8, command: commandIn('failed', { reason: 'busy' }) });
    store.update(failed);
    store.update(failed);
    expect([now(), setpoint(), state().failure?.message]).toEqual(['failed', 75, 'busy']);
    expect(toasts).toEqual(['busy']);
    store.retry(target);
    expect([now(), setpoint()]).toEqual(['editing', 73]);
    await clock.advance(CONTROL_TIMES.reconcileMs);
    expect(posts.map(({ command }) => command.body.coolSetpoint)).toEqual([73, 73]);
    expect(new Set(posts.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
  });

  test('[REC-1] [REC-2] a command that the device never confirms expires after 120 s with one toast, and can be dismissed', async () => {
    const { target, accept, clock, store, phase: now, setpoint, awaiting, toasts } = setUp();
    await accept();
    await clock.advance(CONTROL_TIMES.expiresMs + CONTROL_TIMES.reconcileMs);
    expect([now(), setpoint()]).toEqual(['expired', 75]);
    expect(awaiting).toEqual(new Set());
    await clock.advance(MINUTE);
    expect(toasts).toEqual(['command_expired']);
    store.dismiss(target.device);
    expect(now()).toBe('idle');
  });

  test('[REC-2] a refused command: toast with the message, realtime refetched, pending reset', async () => {
    const { clock, store, target, posts, toasts, phase: now, setpoint, state, refreshes } = setUp();
    store.edit(target, COOL, 73);
    await clock.advance(CONTROL_TIMES.reconcileMs);
    posts[0]?.refuse('setpoint_out_of_range');
    await clock.settle();
    expect(toasts).toEqual(['refused: setpoint_out_of_range']);
    expect([now(), setpoint(), refreshes()]).toEqual(['failed', 75, 1]);
    expect(state()).toMatchObject({ pending: {}, dirty: false, sending: null });
    expect(state().failure).toMatchObject({ code: 'setpoint_out_of_range', deviceId: 'tstat1' });
    expect(posts).toHaveLength(1);
  });
});

describe('several edits', () => {
  test('[REC-1] quick clicks fold into one command, 3 s after the last', async () => {
    const { clock, store, target, posts } = setUp();
    for (const degrees of [74, 73, 72]) {
      store.edit(target, COOL, degrees);
      await clock.advance(SECOND);
    }
    expect(posts).toHaveLength(0);
    await clock.advance(2 * SECOND);
    expect(posts.map(({ command }) => command.body)).toEqual([{ coolSetpoint: 72 }]);
  });

  test('[REC-1] clicks without end are sent after 6 s at the latest', async () => {
    const { clock, store, target, posts } = setUp();
    for (let click = 0; click < 6; click += 1) {
      store.edit(target, COOL, 74 - click);
      await clock.advance(SECOND);
    }
    expect(posts).toHaveLength(1);
    expect(posts[0]?.command.body).toEqual({ coolSetpoint: 69 });
  });

  test('[REC-1] an edit made while a command is in flight stays pending and is sent next', async () => {
    const { clock, store, target, posts, setpoint, state, phase: now } = setUp();
    store.edit(target, COOL, 73);
    await clock.advance(CONTROL_TIMES.reconcileMs);
    store.edit(target, COOL, 71);
    await clock.advance(SECOND);
    posts[0]?.answer({ commandId: 'c1', version: 8 });
    await clock.settle();
    expect([setpoint(), state().dirty, now()]).toEqual([71, true, 'editing']);
    await clock.advance(CONTROL_TIMES.reconcileMs);
    expect(posts.map(({ command, versionSeen }) => [command.body.coolSetpoint, versionSeen])).toEqual([
      [73, 7],
      [71, 8],
    ]);
    posts[1]?.answer({ commandId: 'c2', version: 9 });
    await clock.settle();
    expect([setpoint(), now()]).toEqual([71, 'accepted']);
  });

  test('[REC-1] no second command is sent while one is in flight', async () => {
    const { clock, store, target, posts } = setUp();
    store.edit(target, COOL, 73);
    await clock.advance(CONTROL_TIMES.reconcileMs);
    store.edit(target, COOL, 71);
    await clock.advance(9 * SECOND);
    expect(posts).toHaveLength(1);
  });

  test('[REC-2] an edit made while a command is in flight that is then refused waits for a retry with it', async () => {
    const { clock, store, target, posts, state, toasts } = setUp();
    store.edit(target, COOL, 73);
    await clock.advance(CONTROL_TIMES.reconcileMs);
    store.edit(target, COOL, 71);
    posts[0]?.refuse('event_active');
    await clock.advance(MINUTE);
    expect([posts.length, toasts.length]).toEqual([1, 1]);
    expect(state().failure?.wanted).toEqual({ [COOL]: 71 });
  });

  test('[REC-1] devices do not wait for one another', async () => {
    const { clock, store, target, posts } = setUp();
    const other = { ...target, device: { ...target.device, id: 'tstat2' } };
    store.update(other.device);
    store.edit(target, COOL, 73);
    store.edit(other, COOL, 70);
    await clock.advance(CONTROL_TIMES.reconcileMs);
    expect(posts.map(({ deviceId, command }) => [deviceId, command.body.coolSetpoint])).toEqual([
      ['tstat1', 73],
      ['tstat2', 70],
    ]);
  });
});

describe('lost answers', () => {
  test('a post without an answer is sent again under the same key, three times in all', async () => {
    const { clock, store, target, posts, toasts, phase: now } = setUp();
    store.edit(target, COOL, 73);
    await clock.advance(CONTROL_TIMES.reconcileMs);
    for (const attempt of [0, 1, 2]) {
      posts[attempt]?.refuse('network');
      await clock.settle();
    }
    expect(posts.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['key-1', 'key-1', 'key-1']);
    expect([now(), toasts.length]).toEqual(['failed', 1]);
  });

  test('an answer to the second attempt counts', async () => {
    const { clock, store, target, posts, toasts, phase: now } = setUp();
    store.edit(target, COOL, 73);
    await clock.advance(CONTROL_TIMES.reconcileMs);
    posts[0]?.refuse('network');
    await clock.settle();
    posts[1]?.answer({ commandId: 'c1', version: 8 });
    await clock.settle();
    expect([now(), toasts.length]).toEqual(['accepted', 0]);
  });
});

describe('the page and the session', () => {
  test('[REC-1] after a reload, a command under way is awaited again', () => {
    const { store, deviceWith, commandIn, clock } = setUp();
    store.clear();
    const device = deviceWith(75, { version: 8, command: commandIn('sent') });
    store.update(device);
    const resumed = store.stateOf(device);
    expect([phaseOf(resumed, clock.now()), shownValue(resumed, COOL)]).toEqual(['accepted', 73]);
    store.update(deviceWith(73, { version: 8, command: commandIn('confirmed') }));
    expect(phaseOf(store.stateOf(device), clock.now())).toBe('idle');
  });

  test('[REC-1] a card is drawn at once with what the server knows, and not again when the store takes that in', () => {
    const { store, deviceWith, commandIn, clock, awaiting } = setUp();
    store.clear();
    const device = deviceWith(75, { version: 8, command: commandIn('sent') });
    const drawn = store.stateOf(device);
    expect([phaseOf(drawn, clock.now()), shownValue(drawn, COOL)]).toEqual(['accepted', 73]);
    expect(awaiting).toEqual(new Set());
    clock.sleep(1);
    store.update(device);
    expect(store.stateOf(device)).toBe(drawn);
    expect(awaiting).toEqual(new Set(['tstat1']));
  });

  test.each(['confirmed', 'failed', 'expired'] as const)(
    '[REC-1] after a reload, a command that is %s already is not awaited',
    (commandState) => {
      const { store, deviceWith, commandIn, clock } = setUp();
      store.clear();
      const device = deviceWith(75, { version: 8, command: commandIn(commandState) });
      store.update(device);
      expect(phaseOf(store.stateOf(device), clock.now())).toBe('idle');
    },
  );

  test('[REC-1] edits that a sleeping machine did not send in time are dropped, and can be retried', async () => {
    const { clock, store, target, posts, phase: now, setpoint, state } = setUp();
    store.edit(target, COOL, 73);
    clock.sleep(CONTROL_TIMES.editMs + 2 * CONTROL_TIMES.reconcileMs + 1);
    await clock.advance(0);
    expect(posts).toHaveLength(0);
    expect([now(), setpoint(), state().failure?.code]).toEqual(['failed', 75, 'edit_late']);
    store.retry(target);
    await clock.advance(CONTROL_TIMES.reconcileMs);
    expect(posts.map(({ command }) => command.body)).toEqual([{ coolSetpoint: 73 }]);
  });

  test('[REC-1] a closing page sends unsent edits at once, and each of them once', async () => {
    const { clock, store, target, posts } = setUp();
    store.edit(target, COOL, 73);
    store.flush();
    store.flush();
    expect(posts.map(({ command }) => command.body)).toEqual([{ coolSetpoint: 73 }]);
    await clock.advance(MINUTE);
    expect(posts).toHaveLength(1);
  });

  test('[SHELL-7] [REC-1] after sign-out a pending edit is neither sent nor shown', async () => {
    const { clock, store, target, posts, toasts, setpoint, state } = setUp();
    let notified = 0;
    store.subscribe(() => {
      notified += 1;
    });
    store.edit(target, COOL, 73);
    const before = notified;
    store.clear();
    expect(notified).toBe(before + 1);
    expect([setpoint(), state().pending]).toEqual([75, {}]);
    store.flush();
    await clock.advance(10 * MINUTE);
    expect([posts.length, toasts.length]).toEqual([0, 0]);
    // The next person sees what the server says.
    store.update(target.device);
    expect([setpoint(), state().pending, state().failure]).toEqual([75, {}, null]);
  });

  test.each(['accepted', 'sign_in_required', 'network'])(
    '[SHELL-7] [REC-2] a command that was in flight at sign-out leaves no trace: %s',
    async (outcome) => {
      const { clock, store, target, posts, toasts, phase: now, awaiting, refreshes } = setUp();
      store.edit(target, COOL, 73);
      await clock.advance(CONTROL_TIMES.reconcileMs);
      store.clear();
      store.update(target.device);
      if (outcome === 'accepted') posts[0]?.answer({ commandId: 'c1', version: 8 });
      else posts[0]?.refuse(outcome);
      await clock.advance(10 * MINUTE);
      expect([now(), toasts, refreshes(), posts.length]).toEqual(['idle', [], 0, 1]);
      expect(awaiting).toEqual(new Set());
    },
  );

  test('[SHELL-7] sign-out forgets failures and commands that are awaited', async () => {
    const { accept, store, awaiting, state } = setUp();
    await accept();
    expect(awaiting).toEqual(new Set(['tstat1']));
    store.clear();
    expect(awaiting).toEqual(new Set());
    expect(state()).toMatchObject({ awaiting: [], failure: null, current: {} });
  });
});
