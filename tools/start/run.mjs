// `node tools/start/run.mjs [--build] [--chromium] <program> <arguments>`: installs the packages, builds and finds a browser, each only when
// it is needed, then runs a program on the project's own Node. Runs itself on the installed Node 20 or newer.
//
// In package.json `exec` stands before it: npm passes signals on to the shell, which would die without telling anybody.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureBuilt } from './ensure-built.mjs';
import { ensureChromium, ensureInstalled, nodeBinary } from './setup.mjs';

const root = path.resolve(import.meta.dirname, '../..');

/** Ends with the exit code of the program. */
export const runProgram = async (program, args, { build = false, chromium = false } = {}) => {
  try {
    await ensureInstalled();
    if (build) await ensureBuilt();
    const env = chromium ? { ...process.env, CHROMIUM_PATH: await ensureChromium() } : process.env;
    const child = spawn(nodeBinary, [path.join(root, program), ...args], { stdio: 'inherit', env });
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
    child.on('exit', (code, signal) => {
      if (signal) process.stderr.write(`${program} was ended by ${signal}.\n`);
      process.exitCode = code ?? 1;
    });
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
};

if (process.argv[1] === import.meta.filename) {
  const [, , ...words] = process.argv;
  const at = words.findIndex((word) => !word.startsWith('--'));
  const needs = words.slice(0, at);
  await runProgram(words[at], words.slice(at + 1), {
    build: needs.includes('--build'),
    chromium: needs.includes('--chromium'),
  });
}
