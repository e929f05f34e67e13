import type { ColumnType } from 'kysely';

/** A point in time: read as Date, written as Date or ISO text. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>;
/** A timestamp with a default value in the database. */
export type DefaultTimestamp = ColumnType<Date, Date | string | undefined, Date | string>;
/** A nullable timestamp. */
export type OptionalTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** An amount of money in integer paise. */
export type Paise = ColumnType<number, number | bigint, number | bigint>;
/**
 * A date in the academy's time zone, `YYYY-MM-DD`. The driver leaves SQL dates as text
 * (`server/db/connection/client.ts`).
 */
export type Day = string;
/** A nullable date. */
export type OptionalDay = ColumnType<Day | null, Day | null | undefined, Day | null>;
/** SQL numeric: read as text, so that no digits are lost. */
export type Decimal = ColumnType<string, number | string, number | string>;
/** A JSON column, written as text and read as a parsed value. */
export type Json<T> = ColumnType<T, string, string>;
/** A JSON column with a default value in the database. */
export type DefaultJson<T> = ColumnType<T, string | undefined, string>;
