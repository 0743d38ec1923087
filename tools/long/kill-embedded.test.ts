import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { endServer, killRounds } from './kill-rounds.ts';

afterEach(endServer);

describe('the embedded database', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'porchlight-kill-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('10 kills of the process during writes lose nothing that was acknowledged', async () => {
    const log = await killRounds(10, { DATA_DIR: folder });
    expect(log.signIns + log.signOuts).toBeGreaterThanOrEqual(10 * 60);
  });
});
