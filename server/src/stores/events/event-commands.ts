import { sql } from 'kysely';
import type { ActionMove, CommandedAction, CommandRef } from '#domain/events/engine/ports.ts';
import type { Db } from '../../db/connection.ts';
import { isoOrNull } from '../sql/iso.ts';
import type { EventLoop } from '#domain/events/engine/ports.ts';

export type { ActionMove, CommandedAction } from '#domain/events/engine/ports.ts';

/** The actions that commands carry out. A return that was sent again belongs to its newest command only. */
export const actionsOfCommands = async (
  db: Db,
  commands: readonly CommandRef[],
): Promise<CommandedAction[]> => {
  if (commands.length === 0) return [];
  const { rows } = await sql<CommandedAction>`
    select a.provider_id, a.event_id, a.house_id, a.device_id, a.round, a.phase, a.command_id
    from unnest(
      ${commands.map(({ providerId }) => providerId)}::text[],
      ${commands.map(({ houseId }) => houseId)}::text[],
      ${commands.map(({ commandId }) => commandId)}::text[]
    ) as r (provider_id, house_id, command_id)
    join event_action a using (provider_id, house_id, command_id)`.execute(db);
  return rows;
};

/**
 * Moves sent actions to other states, without the locks of their devices: one that has been moved, or sent again, since it was
 * read stays as it is. What is not simply delivered is looked at again by the next node. The rows are locked in the order in
 * which those are who hold the device: participations first. Returns the loops that something became due for.
 */
export const moveSentActions = async (
  tx: Db,
  moves: readonly ActionMove[],
  now: Date,
): Promise<readonly EventLoop[]> => {
  if (moves.length === 0) return [];
  const rows = sql`jsonb_to_recordset(${JSON.stringify(
    moves.map((move) => ({
      provider_id: move.providerId,
      event_id: move.eventId,
      house_id: move.houseId,
      device_id: move.deviceId,
      round: move.round,
      phase: move.phase,
      command_id: move.commandId,
      state: move.state,
      delivered_at: isoOrNull(move.deliveredAt),
      reason: move.reason,
    })),
  )}::jsonb) as n (provider_id text, event_id text, house_id text, device_id text, round integer, phase text,
    command_id text, state text, delivered_at timestamptz, reason jsonb)`;
  const { rows: due } = await sql<{ readonly isReturning: boolean }>`
    with due as (
      select p.provider_id, p.event_id, p.house_id, p.device_id
      from event_participation p
      join ${rows} using (provider_id, event_id, house_id, device_id)
      where n.state <> 'delivered'
      order by p.provider_id, p.house_id, p.device_id
      for update of p
    )
    update event_participation p set due_at = least(p.due_at, ${now.toISOString()}::timestamptz)
    from due
    where p.provider_id = due.provider_id and p.event_id = due.event_id and p.house_id = due.house_id
      and p.device_id = due.device_id
    returning p.is_returning`.execute(tx);
  await sql`
    with locked as (
      select a.provider_id, a.event_id, a.house_id, a.device_id, a.round, a.phase, n.state, n.delivered_at, n.reason
      from event_action a
      join ${rows} using (provider_id, event_id, house_id, device_id, round, phase, command_id)
      where a.state = 'sent'
      order by a.provider_id, a.house_id, a.device_id
      for update of a
    )
    update event_action a set state = l.state, delivered_at = l.delivered_at, reason = l.reason
    from locked l
    where a.provider_id = l.provider_id and a.event_id = l.event_id and a.house_id = l.house_id
      and a.device_id = l.device_id and a.round = l.round and a.phase = l.phase and a.state = 'sent'`.execute(
    tx,
  );
  return due.map(({ isReturning }) => (isReturning ? 'returns' : 'steps'));
};
