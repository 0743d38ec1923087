import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db } from '../../db/connection.ts';
import type { Database } from '../../db/tables.ts';
import { arrayOf } from '../sql/array-parameter.ts';
import type { Span } from '../telemetry/series.ts';

/** An area of a tenth of a degree, some ten kilometres wide; houses in it share their weather. */
export interface WeatherArea {
  readonly latitudeTenths: number;
  readonly longitudeTenths: number;
}

export type WeatherHour = Selectable<Database['weatherHour']>;

export const areaAt = (latitude: number, longitude: number): WeatherArea => ({
  latitudeTenths: Math.round(latitude * 10),
  longitudeTenths: Math.round(longitude * 10),
});

/** Rows per statement. */
const ROWS_AT_ONCE = 5_000;

/** Stores the weather of hours. What is stored stays, but for simulated weather where there is real one now. */
export const writeWeatherHours = async (db: Db, hours: readonly WeatherHour[]): Promise<void> => {
  for (let at = 0; at < hours.length; at += ROWS_AT_ONCE) {
    const rows = hours.slice(at, at + ROWS_AT_ONCE);
    await sql`
      insert into weather_hour as old (latitude_tenths, longitude_tenths, hour, temperature, condition, icon, source)
      select * from unnest(
        ${arrayOf('integer', rows, ({ latitudeTenths }) => latitudeTenths)},
        ${arrayOf('integer', rows, ({ longitudeTenths }) => longitudeTenths)},
        ${arrayOf('timestamptz', rows, ({ hour }) => hour.toISOString())},
        ${arrayOf('real', rows, ({ temperature }) => temperature)},
        ${arrayOf('integer', rows, ({ condition }) => condition)},
        ${rows.map(({ icon }) => icon)}::text[],
        ${arrayOf('text', rows, ({ source }) => source)})
      on conflict (latitude_tenths, longitude_tenths, hour) do update set
        temperature = excluded.temperature, condition = excluded.condition, icon = excluded.icon, source = excluded.source
      where old.source = 'simulated' and excluded.source = 'openweather'`.execute(db);
  }
};

/** The stored hours of UTC that touch any of some spans, oldest first; hours that nobody recorded are missing. */
export const weatherOfSpans = async (
  db: Db,
  area: WeatherArea,
  spans: readonly Span[],
): Promise<WeatherHour[]> => {
  const { rows } = await sql<WeatherHour>`
    select distinct w.* from unnest(
      ${arrayOf('timestamptz', spans, ({ start }) => start.toISOString())},
      ${arrayOf('timestamptz', spans, ({ end }) => end.toISOString())}) as s (from_time, to_time)
    join weather_hour w on w.latitude_tenths = ${area.latitudeTenths} and w.longitude_tenths = ${area.longitudeTenths}
      and w.hour >= s.from_time - interval '59 minutes' and w.hour < s.to_time
    order by w.hour`.execute(db);
  return rows;
};

/** A place of houses: a position, or only a postal code. */
export interface HousePlace {
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly zipcode: string | null;
  readonly country: string | null;
  readonly timezone: string;
}

/**
 * One place per area or postal code with houses, of those whose weather in this hour is not stored yet. In random order, so
 * that places that never have an answer do not keep others beyond the limit from being asked for.
 */
export const unrecordedPlaces = async (db: Db, hour: Date, limit: number): Promise<HousePlace[]> => {
  const { rows } = await sql<HousePlace>`
    select place.* from (
      select floor(latitude * 10 + 0.5) / 10 as latitude, floor(longitude * 10 + 0.5) / 10 as longitude,
        null as zipcode, null as country, min(timezone) as timezone
      from house where latitude is not null and longitude is not null group by 1, 2
      union all
      select null, null, zipcode, country, min(timezone)
      from house where (latitude is null or longitude is null) and zipcode is not null and country is not null
      group by zipcode, country
    ) as place
    where place.latitude is null or not exists (
      select from weather_hour w
      where w.latitude_tenths = round(place.latitude * 10) and w.longitude_tenths = round(place.longitude * 10)
        and w.hour = ${hour.toISOString()}
    )
    order by random()
    limit ${limit}`.execute(db);
  return rows;
};
