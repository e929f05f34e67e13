import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/schema.ts';
import { saveLoadedRows } from './content-rows.repo.ts';
import type { ContentTable } from './upsert-rows.ts';

/**
 * What staff have done last with a row by publishing in the console. `isWithdrawn`: it is not on the site, because staff
 * have deleted it or hidden it by one of its fields. `isRecent`: staff have withdrawn it or put it on the site since the
 * last content load.
 */
export type StaffPublication = { isWithdrawn: boolean; isRecent: boolean };

/** The columns by which a row is hidden from the site. */
export const hidingColumns = ['is_active', 'status', 'show_on_website'] as const;

/** Whether a row is hidden from the site by one of its fields. */
export const isHidden = (row: Readonly<Record<string, unknown>>) =>
  row.is_active === false || row.status === 'inactive' || row.show_on_website === false;

const hiding = sql`array['{"is_active": false}', '{"status": "inactive"}', '{"show_on_website": false}']::jsonb[]`;
const isShown = (side: 'before' | 'after') =>
  sql`(${sql.ref(side)} is not null and not ${sql.ref(side)} @> any (${hiding}))`;

/**
 * Selects which documents the versions of one kind show before and after them: the columns `key` (of the document's
 * row), `version`, `was_shown` and `is_shown`.
 */
const documentsOf = (kind: string) => sql`
  select document as key, id as version, ${isShown('before')} as was_shown, ${isShown('after')} as is_shown
  from content_versions where kind = ${kind}`;

/**
 * Selects the same of the items of a list in these documents. `items`: a query that reads the keys of the items of the
 * version `v` from its column `side`.
 */
const itemsOf = (kinds: readonly string[], items: (side: 'before' | 'after') => RawBuilder<unknown>) => sql`
  select key, v.id as version, bool_or(not is_after) as was_shown, bool_or(is_after) as is_shown
  from content_versions v cross join lateral (
    select key, false as is_after from (${items('before')}) b union all
    select key, true from (${items('after')}) a) item
  where v.kind = any(${kinds})
  group by key, v.id`;

const listIn = (side: 'before' | 'after', list: string) => sql`jsonb_path_query(v.${sql.ref(side)}, ${`$.${list}[*]`})`;

/** Queries by table. The pages of `cms_documents` are neither added nor withdrawn. */
const queries: Readonly<Record<Exclude<ContentTable, 'cms_documents'>, RawBuilder<unknown>>> = {
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

const kind = 'content_versions';
const newest = 'newest';

/** Reads what staff have done last, in the console, with the rows of a table. Returns a map by the key of the row. */
export async function readStaffPublications(
  tx: Tx,
  table: ContentTable,
): Promise<ReadonlyMap<string, StaffPublication>> {
  if (table === 'cms_documents') return new Map();
  const { rows } = await sql<StaffPublication & { key: string }>`
    select key, not (array_agg(is_shown order by version desc))[1] as "isWithdrawn",
      bool_or(was_shown <> is_shown and version > coalesce((select (written ->> 'id')::bigint from content_rows
        where kind = ${kind} and content_rows.key = ${newest}), 0)) as "isRecent"
    from (${queries[table]}) published where key is not null group by key`.execute(tx);
  return new Map(rows.map(({ key, ...publication }) => [key, publication]));
}

/** Records the newest publication in the console, so that the next content load knows which ones followed this load. */
export async function saveNewestPublication(tx: Tx): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select coalesce(max(id), 0)::integer as id from content_versions`.execute(tx);
  const written = { id: rows[0]?.id ?? 0 };
  await saveLoadedRows(tx, kind, new Map([[newest, { content: {}, written }]]));
}
