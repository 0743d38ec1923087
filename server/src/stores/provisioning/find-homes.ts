import { sql } from 'kysely';
import type { OperatorHome } from '#contract/entities/operator-home.ts';
import type { Db } from '../../db/connection.ts';
import type { ProviderScope } from '../../lib/scope/scope.ts';

interface Wanted {
  /** A premise or the account number of a present household; null: all homes. */
  readonly query: string | null;
  /** Only premises after this one; null: from the first. */
  readonly after: string | null;
  readonly limit: number;
}

/** Homes with the devices that are in them and their enrolments, by premise. */
export const findHomes = async (
  db: Db,
  { providerId }: ProviderScope,
  { query, after, limit }: Wanted,
): Promise<OperatorHome[]> => {
  type Row = Omit<OperatorHome, 'enrolments'> & {
    readonly enrolments: readonly (OperatorHome['enrolments'][number] & { readonly from: string })[];
  };
  const { rows } = await sql<Row>`
    select h.premise_id, s.account_number, case when h.closed_at is null then 'active' else 'closed' end as status,
      h.address, h.city, h.zipcode as postal_code, h.country, h.timezone, h.latitude, h.longitude, h.meter_id, h.feeder,
      h.substation, h.group_name as "group", h.life_support, h.may_export, h.may_charge_from_grid,
      coalesce((
        select json_agg(json_build_object('link', d.link, 'uid', d.uid, 'kind', d.kind, 'maker', d.mfg, 'model', d.type,
          'name', d.name) order by d.position, d.id)
        from device d where d.provider_id = h.provider_id and d.house_id = h.id and d.removed_at is null
      ), '[]'::json) as devices,
      coalesce((
        select json_agg(json_build_object('programId', e.program_id, 'link', d.link, 'uid', d.uid, 'state', e.state,
          'from', e.since, 'until', e.until) order by e.program_id, d.position, d.id)
        from enrolment e
        join device d on d.provider_id = e.provider_id and d.house_id = e.house_id and d.id = e.device_id
        where e.provider_id = h.provider_id and e.house_id = h.id and d.removed_at is null
      ), '[]'::json) as enrolments
    from house h
    join household s on s.provider_id = h.provider_id and s.house_id = h.id and s.number = h.household
    where h.provider_id = ${providerId} and (${after}::text is null or h.premise_id > ${after})
      and (${query}::text is null or h.id = any(array(
        select house_id from household where provider_id = ${providerId} and account_number = ${query}
        union
        select id from house where provider_id = ${providerId} and premise_id = ${query})))
      and (${query}::text is null or h.premise_id = ${query} or s.account_number = ${query})
    order by h.premise_id limit ${limit}`.execute(db);
  const iso = (time: string): string => new Date(time).toISOString();
  return rows.map(({ enrolments, ...home }) => ({
    ...home,
    enrolments: enrolments.map(({ from, until, ...enrolment }) => ({
      ...enrolment,
      from: iso(from),
      until: until === null ? null : iso(until),
    })),
  }));
};
