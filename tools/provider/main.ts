import { runProviderCommand } from './provider-command.ts';

const { stdout, stderr, argv, env } = process;
const { text, exitCode } = runProviderCommand(argv.slice(2), env['PROVIDERS_DIR']);
(exitCode === 0 ? stdout : stderr).write(`${text}\n`);
process.exitCode = exitCode;
