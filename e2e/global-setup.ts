import { rm } from 'node:fs/promises';
import { PREPARED_DATA_VARIABLE, writeDemoData } from './support/server.ts';

/** Playwright runs it once before all journeys, and the function it returns after them. */
export default async (): Promise<() => Promise<void>> => {
  if (process.env[PREPARED_DATA_VARIABLE]) return async () => {};
  const folder = await writeDemoData();
  process.env[PREPARED_DATA_VARIABLE] = folder;
  return () => rm(folder, { recursive: true, force: true });
};
