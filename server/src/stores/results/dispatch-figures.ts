import { sql } from 'kysely';
import { figuresOf } from '#domain/results/dispatch-figures.ts';
import type { DispatchFigures } from '#domain/results/dispatch-figures.ts';
import type { Db } from '../../db/connection.ts';
import { ledgerOfEvents } from './reward-entries.ts';

interface Row {
  readonly houseId: string;
  readonly reductionWh: number | null;
}

/** What the events of a dispatch came to for some houses; by house. */
export const dispatchFigures = async (
  db: Db,
  providerId: string,
  eventIds: readonly string[],
  houseIds: readonly string[],
): Promise<(houseId: string) => DispatchFigures> => {
  const { rows } = await sql<Row>`
    select house_id, reduction_wh from event_result
    where provider_id = ${providerId} and event_id = any(${[...eventIds]}::text[])
      and house_id = any(${[...houseIds]}::text[])`.execute(db);
  const saved = Map.groupBy(rows, ({ houseId }) => houseId);
  const ledgers = Map.groupBy(
    await ledgerOfEvents(db, providerId, eventIds, houseIds),
    ({ houseId }) => houseId,
  );
  return (houseId) =>
    figuresOf(
      (saved.get(houseId) ?? []).map(({ reductionWh }) => reductionWh),
      ledgers.get(houseId) ?? [],
    );
};
