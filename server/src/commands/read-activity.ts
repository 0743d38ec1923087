import type { Activity } from '#contract/entities/history.ts';
import { explainChange } from '#domain/events/people/explain-change.ts';
import { DAY } from '#domain/time/time.ts';
import type { Db } from '../db/connection.ts';
import type { HouseScope } from '../lib/scope/scope.ts';
import * as commands from '../stores/devices/commands.ts';
import * as history from '../stores/telemetry/history.ts';

/** No command lives longer. */
const LONGEST_LIFE = DAY;

/** The latest changes of a device, with who set it, and why the server did. */
export const readActivity = async (
  db: Db,
  scope: HouseScope,
  deviceId: string,
  device: history.HistoricDevice,
): Promise<Activity[]> => {
  const changes = await history.activity(db, scope, deviceId);
  const first = changes.at(-1);
  if (first === undefined) return [];
  const since = new Date(first.time - LONGEST_LIFE);
  const rows = await commands.listSince(db, scope, deviceId, since);
  const sent = rows.map((row) => ({
    origin: row.origin,
    because: row.because,
    body: row.command.body,
    acceptedAt: row.acceptedAt.getTime(),
    endedAt: (row.settledAt ?? row.expiresAt).getTime(),
  }));
  return changes.map((change) => {
    const { key, time, value } = change;
    const command = explainChange(device, change, sent);
    return {
      key,
      time: new Date(time).toISOString(),
      value,
      origin: command?.origin ?? null,
      because: command?.because ? commands.toWireReason(command.because) : null,
    };
  });
};
