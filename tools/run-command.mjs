import { spawn } from 'node:child_process';

/**
 * Runs a program to its end and gives back what it wrote; it is quiet unless it fails.
 * With `show` it writes straight to the terminal.
 */
export const run = (command, args = [], { cwd, env = process.env, timeoutMs, show = false } = {}) =>
  new Promise((resolve, reject) => {
    const stdio = show ? 'inherit' : ['ignore', 'pipe', 'pipe'];
    const child = spawn(command, args, { cwd, env, stdio });
    let output = '';
    const keep = (chunk) => (output += chunk);
    child.stdout?.setEncoding('utf8').on('data', keep);
    child.stderr?.setEncoding('utf8').on('data', keep);

    const fail = (why) => {
      const tail = output.trim().split('\n').slice(-200).join('\n');
      reject(new Error(`${[command, ...args].join(' ')} ${why}${tail && `\n${tail}`}`));
    };
    const timer = timeoutMs && setTimeout(() => stop(), timeoutMs);
    const stop = () => {
      child.kill('SIGTERM');
      // A grandchild may hold the pipes open for longer than anybody waits.
      child.stdout?.destroy();
      child.stderr?.destroy();
      fail(`was stopped after ${timeoutMs / 1000} s`);
    };
    child.on('error', (error) => fail(`could not be started: ${error.message}`));
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (code === 0) resolve(output);
      else fail(signal ? `was ended by ${signal}` : `failed with exit code ${code}`);
    });
  });
