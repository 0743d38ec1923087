import type { Comfort } from '#domain/events/event.ts';
import { DEFAULT_COMFORT } from '#domain/events/plan/comfort.ts';
import type { Db } from '../../db/connection.ts';
import { AppError } from '../../lib/app-error.ts';
import type { HouseDataScope } from '../../lib/scope/scope.ts';

/** Limits with columns of their own. */
type OwnColumns = Pick<Comfort, 'hotWaterMinimum' | 'batteryReserve'>;
type OtherLimits = Omit<Comfort, keyof OwnColumns>;

const COLUMNS = ['comfort', 'hotWaterMinimum', 'batteryReserve'] as const;

/** As `house` holds them. */
export interface ComfortColumns extends OwnColumns {
  readonly comfort: OtherLimits | null;
}

export const toComfort = ({ comfort, hotWaterMinimum, batteryReserve }: ComfortColumns): Comfort => ({
  ...(comfort ?? DEFAULT_COMFORT),
  hotWaterMinimum,
  batteryReserve,
});

export const readComfort = async (db: Db, scope: HouseDataScope): Promise<Comfort> => {
  const row = await db
    .selectFrom('house')
    .select(COLUMNS)
    .where('providerId', '=', scope.providerId)
    .where('id', '=', scope.houseId)
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return toComfort(row);
};

/** What was given; a limit with a column of its own that is undefined stays. Returns what holds now. */
export const writeComfort = async (
  tx: Db,
  scope: HouseDataScope,
  {
    hotWaterMinimum,
    batteryReserve,
    ...comfort
  }: OtherLimits & { readonly [limit in keyof OwnColumns]?: OwnColumns[limit] | undefined },
): Promise<Comfort> => {
  const row = await tx
    .updateTable('house')
    .set({
      comfort: JSON.stringify(comfort),
      ...(hotWaterMinimum !== undefined && { hotWaterMinimum }),
      ...(batteryReserve !== undefined && { batteryReserve }),
    })
    .where('providerId', '=', scope.providerId)
    .where('id', '=', scope.houseId)
    .returning(COLUMNS)
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return toComfort(row);
};
