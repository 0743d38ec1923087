// Off the main thread: what devices of a new demo report first is the end of two simulated days of their houses.
import { parentPort, workerData } from 'node:worker_threads';
import { cacheCompiledModules } from '../compile-cache.ts';

cacheCompiledModules();
const { simulatedStates } = await import('../../demo/rows.ts');
parentPort?.postMessage(simulatedStates(workerData as Date), []);
