import type { ApprovedCommand } from '#domain/control/gate/gate.ts';
import { passGate } from '#domain/control/gate/gate.ts';
import type { Origin } from '#domain/control/gate/origin.ts';
import type { CommandDeps } from '../../commands/deps.ts';
import { enqueueCommand } from '../../commands/enqueue-command.ts';
import type { RootDb } from '../../db/connection.ts';
import type { CommandJob, Jobs } from '../../jobs/queue.ts';
import { systemHouseScope } from '../../lib/scope/system-scope.ts';
import { lockDevice } from '../../stores/devices/commands.ts';
import { insertRows } from '../../stores/system/demo.ts';
import type { TestApp } from '../app.ts';
import { createRecordingJobs } from '../access-matrix/calls.ts';

export const HOUSE = { providerId: 'sunvale', houseId: 'housea' } as const;

/** Adds water heaters of the given makers to a house of the test world; returns their ids by maker. */
export const addHeaters = async (
  db: RootDb,
  { clock }: Pick<TestApp, 'clock'>,
  makers: readonly string[],
  each: number,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const createdAt = clock.now();
  const byMaker = new Map(
    makers.map((maker) => [maker, Array.from({ length: each }, (_, index) => `${maker}${index}`)]),
  );
  const devices = [...byMaker].flatMap(([mfg, ids]) => ids.map((id) => ({ id, mfg })));
  await insertRows(
    db,
    'device',
    devices.map(({ id, mfg }, position) => ({
      ...HOUSE,
      id,
      mfg,
      kind: 'hwh' as const,
      type: null,
      name: id,
      uid: null,
      link: 'simulator',
      position: position + 10,
      createdAt,
    })),
  );
  const time = createdAt.toISOString();
  const entries = JSON.stringify({
    status: { value: 'ONLINE', time },
    'hwh-set-temperature': { value: 120, time },
    'hwh-tank-temperature': { value: 118, time },
  });
  await insertRows(
    db,
    'deviceState',
    devices.map(({ id }) => ({ ...HOUSE, deviceId: id, entries, reportedAt: createdAt })),
  );
  return byMaker;
};

/** Accepts a command for a device and returns the job that delivers it. */
export const acceptSetpoint = async (
  db: RootDb,
  app: Pick<CommandDeps, 'clock' | 'random' | 'metrics'>,
  deviceId: string,
  setpoint: number,
  {
    origin = 'schedule',
    holdUntil,
    jobs = createRecordingJobs().jobs,
  }: { readonly origin?: Origin; readonly holdUntil?: Date; readonly jobs?: Jobs } = {},
): Promise<CommandJob> => {
  const scope = systemHouseScope(HOUSE);
  const { commandId } = await db.transaction().execute(async (tx) => {
    const device = await lockDevice(tx, scope, deviceId);
    const result = passGate({
      device,
      command: { type: 'OPERATIONAL', kind: 'hwh', body: { setpoint } },
      sender: { origin: 'safety' },
    });
    if ('refused' in result) throw new Error(result.refused.code);
    const command: ApprovedCommand = result.approved;
    const accepted = { device, accountId: null, origin, command, ...(holdUntil ? { holdUntil } : {}) };
    return enqueueCommand(tx, { ...app, jobs }, scope, accepted);
  });
  return { ...HOUSE, commandId };
};
