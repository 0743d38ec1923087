import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { HistoryOrder, HistoryPiece } from '../../demo/past/history-pieces.ts';

/**
 * The pieces of the demo history, simulated in a thread that is never more than a few of them ahead. `signal` ends it also while the
 * next piece is awaited.
 */
export async function* simulateInWorker(
  order: HistoryOrder,
  signal: AbortSignal,
): AsyncGenerator<HistoryPiece> {
  const worker = new Worker(new URL('history-worker.ts', import.meta.url), { workerData: order });
  try {
    const messages = on(worker, 'message', { close: ['exit'], signal }) as AsyncIterable<[HistoryPiece]>;
    for await (const [piece] of messages) {
      yield piece;
      if (piece.type === 'events') return;
      worker.postMessage('stored', []);
    }
    throw new Error('simulating the demo history ended early');
  } finally {
    await worker.terminate();
  }
}
