import { once } from 'node:events';
import { Refusal } from './api.ts';
import { commands } from './commands.ts';
import { Failure } from './failure.ts';
import { readCommandLine } from './options.ts';
import { createPrompts } from './prompts.ts';
import { createSession } from './session.ts';
import { createTokenFile, defaultFile } from './token-file.ts';

const { env, stdin, stdout, stderr } = process;
const prompts = createPrompts({ input: stdin, output: stderr });

/** The server does not say whether an id is wrong or belongs to another provider. */
const withAdvice = (error: unknown, eventId: string): unknown =>
  eventId !== '' && error instanceof Refusal && error.code === 'not_found'
    ? new Failure(
        `Your provider has no event ${eventId}. Its events and their ids: npm run operator -- event list`,
      )
    : error;

try {
  const { command, ...line } = readCommandLine(process.argv.slice(2));
  const { options } = line;
  const tokenFile = createTokenFile(options['token-file'] ?? defaultFile(env));
  const session = createSession({
    options,
    env,
    prompts,
    tokenFile,
    note: (text) => stderr.write(`${text}\n`),
  });
  const { answer, text, isRefused } = await commands[command](session, line).catch((error: unknown) => {
    throw withAdvice(error, line.id);
  });
  const parts = options.json || typeof text === 'string' ? [] : text;
  if (options.json) stdout.write(`${JSON.stringify(answer)}\n`);
  else if (typeof text === 'string') stdout.write(`${text}\n`);
  for await (const part of parts) {
    if (!stdout.write(part)) await once(stdout, 'drain');
  }
  if (isRefused) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  prompts.close();
}
