import { spawn } from 'node:child_process';

const SIGNALS = ['SIGINT', 'SIGTERM'];

/** npm undoes an installation, and a program that computes without a pause hears no signal: what is then still there is killed. */
const GRACE_MS = 5_000;

/** How to signal each program that runs now. */
const running = new Map();
let received;

const passOn = (signal) => {
  received = signal;
  for (const send of running.values()) send(signal);
};

/** While programs run, a signal to this process ends them first, and then this process. */
const track = (child, send) => {
  if (running.size === 0) for (const signal of SIGNALS) process.on(signal, passOn);
  running.set(child, send);
};

const untrack = (child) => {
  if (!running.delete(child) || running.size > 0) return;
  for (const signal of SIGNALS) process.off(signal, passOn);
  if (received) process.kill(process.pid, received);
};

const signalGroup = (leader, signal) => {
  try {
    process.kill(-leader, signal);
  } catch (error) {
    // It has just ended.
    if (error.code !== 'ESRCH') throw error;
  }
};

/**
 * Runs a program to its end and gives back what it wrote; it is quiet unless it fails.
 * With `show` it writes straight to the terminal.
 */
export const run = (command, args = [], { cwd, env = process.env, timeoutMs, show = false } = {}) =>
  new Promise((resolve, reject) => {
    const stdio = show ? 'inherit' : ['ignore', 'pipe', 'pipe'];
    // With a process group of its own, what it started can be ended with it; only one in our group can use the terminal.
    const child = spawn(command, args, { cwd, env, stdio, detached: !show });
    let killTimer;
    const send = (signal) => {
      if (show) {
        child.kill(signal);
        return;
      }
      signalGroup(child.pid, signal);
      killTimer ??= setTimeout(() => signalGroup(child.pid, 'SIGKILL'), GRACE_MS);
    };
    if (child.pid !== undefined) track(child, send);
    let output = '';
    const keep = (chunk) => (output += chunk);
    child.stdout?.setEncoding('utf8').on('data', keep);
    child.stderr?.setEncoding('utf8').on('data', keep);

    let isLate = false;
    const stop = () => {
      isLate = true;
      send('SIGTERM');
    };
    const timer = timeoutMs && setTimeout(stop, timeoutMs);
    const fail = (why) => {
      clearTimeout(timer);
      const tail = output.trim().split('\n').slice(-200).join('\n');
      reject(new Error(`${[command, ...args].join(' ')} ${why}${tail && `\n${tail}`}`));
    };
    child.on('error', (error) => fail(`could not be started: ${error.message}`));
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      clearTimeout(killTimer);
      untrack(child);
      // The caller would go on with its next program.
      if (received) return;
      if (isLate) fail(`was stopped after ${timeoutMs / 1000} s`);
      else if (code === 0) resolve(output);
      else fail(signal ? `was ended by ${signal}` : `failed with exit code ${code}`);
    });
  });
