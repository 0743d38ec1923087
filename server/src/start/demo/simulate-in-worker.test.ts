import { expect, test } from 'vitest';
import { DAY, MINUTE } from '#domain/time/time.ts';
import { simulatePieces } from '../../demo/past/history-pieces.ts';
import type { HistoryOrder, HistoryPiece } from '../../demo/past/history-pieces.ts';
import { simulateInWorker } from './simulate-in-worker.ts';

const until = new Date('2026-03-20T15:42:00Z');
const never = new AbortController().signal;

test('the pieces of another thread are those of this one, and those that are stored do not come', async () => {
  const order: HistoryOrder = {
    until,
    plans: [
      { house: 'newcastle', length: 2 * DAY, every: 15 * MINUTE },
      { house: 'juniper', length: 3 * DAY, every: 15 * MINUTE },
    ],
    homes: ['neighbour-19'],
    stored: { newcastle: 2 },
  };
  const pieces: HistoryPiece[] = [];
  for await (const piece of simulateInWorker(order, never)) pieces.push(piece);
  expect(pieces).toEqual([...simulatePieces(order)]);
  expect(pieces[0]).toMatchObject({ type: 'part', house: 'newcastle', index: 2 });
});

test('a stop ends the thread while the next piece is awaited', async () => {
  const order: HistoryOrder = {
    until,
    plans: [{ house: 'juniper', length: 395 * DAY, every: 5 * MINUTE }],
    homes: null,
    stored: { juniper: 1_000 },
  };
  const stop = new AbortController();
  const pieces = simulateInWorker(order, stop.signal);
  const first = pieces.next();
  stop.abort();
  await expect(first).rejects.toThrow('aborted');
});

test('an order that cannot be simulated is an error, not an end', async () => {
  const order = { until, plans: [{ house: 'nowhere', length: DAY, every: MINUTE }], homes: null, stored: {} };
  const pieces = simulateInWorker(order as unknown as HistoryOrder, never);
  await expect(pieces.next()).rejects.toThrow('no house nowhere');
});
