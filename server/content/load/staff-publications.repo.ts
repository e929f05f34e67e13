import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/schema.ts';
import { saveLoadedRows } from './content-rows.repo.ts';
import type { ContentTable } from './upsert-rows.ts';

/**
 * What staff have done with a row in the console since the last content load. `isWithdrawn`: they have taken it off the
 * site, by deleting it or by a field that hides it; otherwise they have put it on the site. `titles`: the titles that
 * its document has ever had in the console; empty for rows without a title.
 */
export type StaffPublication = { isWithdrawn: boolean; titles: ReadonlySet<string> };

/** The columns by which a row is hidden from the site. */
export const hidingColumns = ['is_active', 'status', 'show_on_website'] as const;

/** Whether a row is hidden from the site by one of its fields. */
export const isHidden = (row: Readonly<Record<string, unknown>>) =>
  row.is_active === false || row.status === 'inactive' || row.show_on_website === false;

const hiding = sql`array['{"is_active": false}', '{"status": "inactive"}', '{"show_on_website": false}']::jsonb[]`;
const isShown = (side: 'before' | 'after') =>
  sql`(${sql.ref(side)} is not null and not ${sql.ref(side)} @> any (${hiding}))`;

/**
 * The kind and the key of the row of `content_rows` that stores the newest publication before the last content load.
 */
const [recordKind, recordKey] = ['content_versions', 'newest'] as const;

/**
 * The id of the newest publication before the last content load. Loads of earlier releases did not record it: then it is
 * found by the time of the last load.
 */
const newestBeforeLoad = sql`coalesce(
  (select (written ->> 'id')::bigint from content_rows where kind = ${recordKind} and key = ${recordKey}),
  (select max(id) from content_versions where published_at <= (select max(loaded_at) from content_loads)),
  0)`;

/**
 * Queries about the publications of the rows of one table. `versions` selects the versions that were published since the
 * last load, and whether the row was on the site before and after each: the columns `key` (of the row), `version`,
 * `was_shown` and `is_shown`. `titles` returns the array of all titles that the document of the row `key` has had;
 * its parameter is the field with the title.
 */
type PublicationQueries = { versions: RawBuilder<unknown>; titles: (title: string) => RawBuilder<unknown> };

const documentsOf = (kind: string): PublicationQueries => ({
  versions: sql`
  select document as key, id as version, ${isShown('before')} as was_shown, ${isShown('after')} as is_shown
  from content_versions where kind = ${kind} and id > ${newestBeforeLoad}`,
  titles: (title) => sql`
  array(select unnest(array[before ->> ${title}, after ->> ${title}])
    from content_versions where kind = ${kind} and document = key)`,
});

/**
 * Queries about the items of a list in documents. `items`: a query that reads the keys of the items of the version `v`
 * from its column `side`.
 */
const itemsOf = (
  kinds: readonly string[],
  items: (side: 'before' | 'after') => RawBuilder<unknown>,
): PublicationQueries => ({
  versions: sql`
  select key, v.id as version, bool_or(not is_after) as was_shown, bool_or(is_after) as is_shown
  from content_versions v cross join lateral (
    select key, false as is_after from (${items('before')}) b union all
    select key, true from (${items('after')}) a) item
  where v.kind = any(${kinds}) and v.id > ${newestBeforeLoad}
  group by key, v.id`,
  titles: () => sql`array[]::text[]`,
});

const listIn = (side: 'before' | 'after', list: string) => sql`jsonb_path_query(v.${sql.ref(side)}, ${`$.${list}[*]`})`;

/**
 * The queries for each table. There are none for `cms_documents`, because staff can neither add its pages nor take them
 * off the site.
 */
const queries: Readonly<Record<Exclude<ContentTable, 'cms_documents'>, PublicationQueries>> = {
  departments: documentsOf('departments'),
  courses: documentsOf('courses'),
  packages: documentsOf('packages'),
  package_courses: itemsOf(
    ['packages'],
    (side) => sql`
    select v.document || '/' || c.id as key from ${listIn(side, 'course_codes')} code
    join courses c on c.course_code = code #>> '{}'`,
  ),
  discounts: itemsOf(
    ['courses', 'packages'],
    (side) => sql`select discount ->> 'id' as key from ${listIn(side, 'discounts')} discount`,
  ),
  booking_groups: documentsOf('booking-groups'),
  notices: documentsOf('notices'),
  posts: documentsOf('posts'),
  authors: documentsOf('authors'),
  venues: documentsOf('venues'),
  instructors: documentsOf('instructors'),
};

type StoredPublication = { key: string; isWithdrawn: boolean; titles: (string | null)[] };

/**
 * Reads which rows of a table staff have taken off the site or put on it in the console since the last content load.
 * Returns a map by the key of the row. `title`: the column with the title of a row.
 */
export async function readStaffPublications(
  tx: Tx,
  table: ContentTable,
  title = '',
): Promise<ReadonlyMap<string, StaffPublication>> {
  if (table === 'cms_documents') return new Map();
  const { versions, titles } = queries[table];
  const { rows } = await sql<StoredPublication>`
    select key, "isWithdrawn", ${titles(title)} as titles from (
      select key, not (array_agg(is_shown order by version desc))[1] as "isWithdrawn"
      from (${versions}) published
      where key is not null group by key having bool_or(was_shown <> is_shown)) changed`.execute(tx);
  return new Map(
    rows.map(({ key, isWithdrawn, titles }) => [
      key,
      { isWithdrawn, titles: new Set(titles.filter((one) => one !== null)) },
    ]),
  );
}

/** Records the newest publication in the console, so that the next content load knows which ones followed this load. */
export async function saveNewestPublication(tx: Tx): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select coalesce(max(id), 0)::integer as id from content_versions`.execute(tx);
  const written = { id: rows[0]?.id ?? 0 };
  await saveLoadedRows(tx, recordKind, new Map([[recordKey, { content: {}, written }]]));
}
