import type { ColumnType } from 'kysely';

/** A point in time: read as Date, written as Date or ISO text. */
export type Moment = ColumnType<Date, Date | string, Date | string>;
/** A moment that the database fills in. */
export type DefaultMoment = ColumnType<Date, Date | string | undefined, Date | string>;
/** A moment that may never come. */
export type OptionalMoment = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** Integer paise. */
export type Paise = ColumnType<number, number | bigint, number | bigint>;
/** Academy day `YYYY-MM-DD`: the driver is told to leave dates as text. */
export type Day = string;
/** SQL numeric: read as text, so that no digit is lost. */
export type Decimal = ColumnType<string, number | string, number | string>;
/** JSON is written as text and read as a value. */
export type Json<T> = ColumnType<T, string, string>;
/** JSON that the database fills in. */
export type DefaultJson<T> = ColumnType<T, string | undefined, string>;
