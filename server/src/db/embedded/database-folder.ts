import path from 'node:path';

/** Missing: nothing was started on this data folder yet. */
export const databaseFolder = (dataDir: string): string => path.join(dataDir, 'database');
