// `npm run operator -- <command>`: orders events of a running server over HTTP; without a command it says which there are.
// `first` makes the first operator of a provider, and works on the database itself.
import { runProgram } from '../start/run.mjs';

const [command, ...more] = process.argv.slice(2);
if (command === 'first') await runProgram('server/src/first-operator-main.ts', more);
else await runProgram('tools/operator/main.ts', process.argv.slice(2));
