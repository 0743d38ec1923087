import type { ColumnType, Generated } from 'kysely';

/** A column, for the compiler and for the test that compares `tables` with the database. */
export interface Column<T> {
  readonly sql: string;
  readonly nullable: boolean;
  readonly type?: T;
}

const column =
  (sql: string) =>
  <T>(): Column<T> => ({ sql, nullable: false });
export const orNull = <T>(inner: Column<T>): Column<T | null> => ({ sql: inner.sql, nullable: true });

export const text = column('text');
/** Empty unless set. */
export const textOrEmpty = column('text')<Generated<string>>();
export const texts = column('ARRAY')<string[]>();
export const integer = column('integer')<number>();
/** Null unless given. */
export const smallintOrNullByDefault = <T extends number>(): Column<
  ColumnType<T | null, T | null | undefined, T | null>
> => ({
  sql: 'smallint',
  nullable: true,
});
export const double = column('double precision')<number>();
export const real = column('real')<number>();
/** As text from PostgreSQL, which may hold more than a number can; statements that read them turn them into numbers. */
export const bigint = column('bigint')<number | string>();
/** Unknown unless set. */
export const bigintOrNullByDefault: Column<
  ColumnType<number | string | null, number | null | undefined, number | null>
> = {
  sql: 'bigint',
  nullable: true,
};
export const flag = column('boolean')<boolean>();
export const instant = column('timestamp with time zone')<Date>();
/** Set by the database unless given. */
export const instantOrNullByDefault: Column<ColumnType<Date | null, Date | null | undefined, Date | null>> = {
  sql: 'timestamp with time zone',
  nullable: true,
};
/** As the database sets it unless given. */
export const textByDefault = <T extends string>() => column('text')<Generated<T>>();
/** JSON is written as text and read as a value. */
export const json = <T>() => column('jsonb')<ColumnType<T, string, string>>();
export const jsonOrNull = <T>(): Column<ColumnType<T | null, string | null, string | null>> => ({
  sql: 'jsonb',
  nullable: true,
});
/** Null unless given. */
export const textOrNullByDefault = <T extends string>(): Column<
  ColumnType<T | null, T | null | undefined, T | null>
> => ({
  sql: 'text',
  nullable: true,
});
/** Null unless given. */
export const jsonOrNullByDefault = <T>(): Column<
  ColumnType<T | null, string | null | undefined, string | null>
> => ({ sql: 'jsonb', nullable: true });
/** Empty unless given. */
export const jsonByDefault = <T>() => column('jsonb')<ColumnType<T, string | undefined, string>>();
/** False unless set. */
export const mark = column('boolean')<Generated<boolean>>();
export const counter = column('integer')<Generated<number>>();
export const instants = column('ARRAY')<Date[]>();
export const sum = column('bigint')<Generated<number | string>>();

export const columns = <const N extends string, T>(
  names: readonly N[],
  type: Column<T>,
): Record<N, Column<T>> => Object.fromEntries(names.map((name) => [name, type])) as Record<N, Column<T>>;
