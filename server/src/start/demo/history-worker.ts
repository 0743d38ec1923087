// Off the main thread: simulating a year of the demo houses takes many seconds, and requests are answered meanwhile.
import { on } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import type { HistoryOrder } from '../../demo/past/history-pieces.ts';
import { cacheCompiledModules } from '../compile-cache.ts';

/** How many pieces may wait to be stored. */
const AHEAD = 3;

cacheCompiledModules();
const { simulatePieces } = await import('../../demo/past/history-pieces.ts');
if (!parentPort) throw new Error('this runs as a worker only');
const stored = on(parentPort, 'message');
let sent = 0;
for (const piece of simulatePieces(workerData as HistoryOrder)) {
  parentPort.postMessage(piece, []);
  sent += 1;
  if (sent > AHEAD) await stored.next();
}
parentPort.close();
