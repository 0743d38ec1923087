// Writes the demo history into a new data folder, for the journeys that follow: `node e2e/write-demo-data.ts FOLDER`.
import { rename } from 'node:fs/promises';
import { writeDemoData } from './support/server.ts';

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('the folder is missing');
await rename(await writeDemoData(), folder);
