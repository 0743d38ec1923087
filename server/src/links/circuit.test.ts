import { describe, expect, test } from 'vitest';
import { CLOSED, admit, afterFailure, afterSuccess } from './circuit.ts';
import type { Circuit } from './circuit.ts';

const NOW = 1_000_000;
const failing = (times: number, from: Circuit = CLOSED, now = NOW): Circuit =>
  Array.from({ length: times }).reduce<Circuit>((circuit) => afterFailure(circuit, now, null), from);

describe('circuit of a link', () => {
  test('four failures in a row leave it closed, the fifth opens it for five seconds', () => {
    expect(failing(4)).toEqual({ state: 'closed', failures: 4 });
    expect(failing(5)).toEqual({ state: 'open', until: NOW + 5_000, pauses: 1 });
  });

  test('a success in between starts the count again', () => {
    expect(failing(4, afterSuccess(failing(4)))).toEqual({ state: 'closed', failures: 4 });
  });

  test('while it is open no call is admitted; after the pause exactly one is, which decides', () => {
    const open = failing(5);
    expect(admit(open, NOW + 4_999).admitted).toBe(false);
    const probe = admit(open, NOW + 5_000);
    expect(probe.admitted).toBe(true);
    expect(admit(probe.circuit, NOW + 5_000).admitted).toBe(false);
    expect(afterSuccess(probe.circuit)).toEqual(CLOSED);
  });

  test('each failed probe doubles the pause, up to a minute', () => {
    const pauses: number[] = [];
    let [circuit, now] = [failing(5), NOW];
    for (let round = 0; round < 6; round += 1) {
      if (circuit.state !== 'open') throw new Error(circuit.state);
      pauses.push(circuit.until - now);
      now = circuit.until;
      circuit = afterFailure(admit(circuit, now).circuit, now, null);
    }
    expect(pauses).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
  });

  test('a cloud that asks for a pause gets it at once, and its whole length', () => {
    expect(afterFailure(CLOSED, NOW, 90_000)).toEqual({ state: 'open', until: NOW + 90_000, pauses: 1 });
    expect(afterFailure(CLOSED, NOW, 0)).toMatchObject({ state: 'open', until: NOW + 5_000 });
  });

  test('calls that were under way when it opened neither close it nor make the pause longer', () => {
    const open = failing(5);
    expect(afterSuccess(open)).toEqual(open);
    expect(afterFailure(open, NOW + 3_000, null)).toEqual(open);
    expect(afterFailure(open, NOW + 3_000, 30_000)).toMatchObject({ until: NOW + 33_000 });
  });
});
