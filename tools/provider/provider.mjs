// `npm run provider -- new <id> [folder]` makes the files of a provider; `… check [folder]` says all that is wrong with those of a folder.
import { runProgram } from '../start/run.mjs';

await runProgram('tools/provider/main.ts', process.argv.slice(2));
