import type { Comfort } from '#domain/events/event.ts';
import { DEFAULT_COMFORT } from '#domain/events/plan/comfort.ts';
import type { Db } from '../../db/connection.ts';
import { AppError } from '../../lib/app-error.ts';
import type { HouseDataScope } from '../../lib/scope/scope.ts';

type OtherLimits = Omit<Comfort, 'hotWaterMinimum'>;

/** As `house` holds them. */
export interface ComfortColumns {
  readonly comfort: OtherLimits | null;
  readonly hotWaterMinimum: Comfort['hotWaterMinimum'];
}

export const toComfort = ({ comfort, hotWaterMinimum }: ComfortColumns): Comfort => ({
  ...(comfort ?? DEFAULT_COMFORT),
  hotWaterMinimum,
});

export const readComfort = async (db: Db, scope: HouseDataScope): Promise<Comfort> => {
  const row = await db
    .selectFrom('house')
    .select(['comfort', 'hotWaterMinimum'])
    .where('providerId', '=', scope.providerId)
    .where('id', '=', scope.houseId)
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return toComfort(row);
};

/** What was given; `hotWaterMinimum` undefined: it stays. Returns what holds now. */
export const writeComfort = async (
  tx: Db,
  scope: HouseDataScope,
  { hotWaterMinimum, ...comfort }: OtherLimits & { readonly hotWaterMinimum?: number | null | undefined },
): Promise<Comfort> => {
  const row = await tx
    .updateTable('house')
    .set({ comfort: JSON.stringify(comfort), ...(hotWaterMinimum !== undefined && { hotWaterMinimum }) })
    .where('providerId', '=', scope.providerId)
    .where('id', '=', scope.houseId)
    .returning(['comfort', 'hotWaterMinimum'])
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return toComfort(row);
};
