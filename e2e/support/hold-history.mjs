// Loaded into a server by --import: the thread that simulates the demo's past waits before its 30th piece until the file at
// HISTORY_GATE exists, so that a journey sees the portal meanwhile.
import { existsSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

const PIECES = 30;
const POLL_MS = 50;

if (workerData?.plans) {
  const gate = process.env.HISTORY_GATE;
  const idle = new Int32Array(new SharedArrayBuffer(4));
  const send = parentPort.postMessage.bind(parentPort);
  const waitForGate = () => {
    while (!existsSync(gate)) Atomics.wait(idle, 0, 0, POLL_MS);
  };
  let sent = 0;
  parentPort.postMessage = (...message) => {
    sent += 1;
    if (sent >= PIECES) waitForGate();
    send(...message);
  };
}
