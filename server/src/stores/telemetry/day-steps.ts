import { sql } from 'kysely';
import { NUMBER_SLOTS } from '#domain/telemetry/slots.ts';
import type { Slot } from '#domain/telemetry/slots.ts';
import type { Db } from '../../db/connection.ts';
import type { HouseScope } from '../../lib/scope/scope.ts';
import { textArray } from '../sql/array-parameter.ts';
import { snakeCase } from '../sql/snake-case.ts';
import { seenSpan } from './series.ts';
import type { Span } from './series.ts';

/** The column of a device that is read. */
interface WantedColumn {
  readonly deviceId: string;
  readonly slot: Slot;
}

/** What a device reported in one step of a span. */
interface StepRow {
  readonly deviceId: string;
  /** Counted from the begin of the span. */
  readonly step: number;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

const COLUMN = sql.join(
  NUMBER_SLOTS.map((slot) => sql`when ${sql.lit(slot)} then ${sql.ref(snakeCase(slot))}::float8`),
  sql` `,
);

/** One column of each device by the steps of a span of the last days, in one statement. */
export const readSteps = async (
  db: Db,
  scope: HouseScope,
  span: Span,
  stepSeconds: number,
  columns: readonly WantedColumn[],
): Promise<readonly StepRow[]> => {
  if (columns.length === 0) return [];
  const seen = seenSpan(scope, span);
  const { rows } = await sql<StepRow>`
    select device_id, floor((seconds - ${span.start.getTime() / 1000}) / ${stepSeconds})::int as step,
      avg(value) as mean, min(value) as low, max(value) as high
    from (
      select t.device_id, extract(epoch from t.time)::float8 as seconds, case wanted.slot ${COLUMN} end as value
      from unnest(${textArray(columns, ({ deviceId }) => deviceId)}, ${textArray(columns, ({ slot }) => slot)})
        as wanted (id, slot)
      join telemetry t on t.device_id = wanted.id
      where t.provider_id = ${scope.providerId} and t.house_id = ${scope.houseId}
        and t.time >= ${seen.start.toISOString()} and t.time < ${seen.end.toISOString()}
    ) as readings
    where value is not null
    group by 1, 2
    order by 1, 2`.execute(db);
  return rows;
};
