import { type Kysely, sql } from 'kysely';
import * as z from 'zod';
import { cmsPageNames, cmsPageSchema, pageMetaSchema } from '../../contract/cms.ts';
import { footerSchema, menuItemSchema } from '../../contract/content.ts';
import { departmentSchema } from '../../contract/departments.ts';
import { antiRaggingSchema } from '../../contract/policies.ts';
import {
  antiRaggingEntry,
  cmsEntry,
  courseEntry,
  departmentEntry,
  menuEntries,
  metaEntry,
  packageEntry,
  withoutRepeats,
} from '../../contract/search-entries.ts';
import type { SearchEntry } from '../../contract/search-index.ts';
import type { Database } from '../db/schema.ts';

/**
 * How many courses one query reads. Between two queries the server handles other calls, so that a large catalogue
 * does not block them.
 */
const coursesPerQuery = 250;

/**
 * Identifies the version of the content: the ids of the last load and of the last publication in the console. Null if
 * no content was loaded. A load that changes something has a new id.
 */
export async function readContentVersion(db: Kysely<Database>): Promise<string | null> {
  const { rows } = await sql<{ version: string | null }>`
    select (select max(id) from content_loads) || '/' || coalesce((select max(id) from content_versions), 0) as version`.execute(
    db,
  );
  return rows[0]?.version ?? null;
}

/** Yields the search entries of the active courses in catalogue order, `coursesPerQuery` courses at a time. */
export async function* readCourseEntries(db: Kysely<Database>): AsyncGenerator<SearchEntry[]> {
  let [position, id, isLast] = [-1, 0, false];
  while (!isLast) {
    const rows = await db
      .selectFrom('courses')
      .select(['id', 'position', 'course_name', 'course_code', 'meta_text', 'category_id', 'tags'])
      .select(sql<string>`coalesce(detail->>'short_description', '')`.as('short_description'))
      .where(sql<boolean>`is_active and (position, id) > (${position}::integer, ${id}::integer)`)
      .orderBy('position')
      .orderBy('id')
      .limit(coursesPerQuery)
      .execute();
    yield rows.map(courseEntry);
    const last = rows.at(-1);
    if (last) [position, id] = [last.position, last.id];
    isLast = rows.length < coursesPerQuery;
  }
}

/**
 * The search entries of the active packages. A search also finds a package by the codes and names of the courses in
 * it.
 */
export async function readPackageEntries(db: Kysely<Database>): Promise<SearchEntry[]> {
  const rows = await db
    .selectFrom('packages')
    .select(['id', 'package_name', 'description'])
    .select(
      sql<string>`coalesce((select string_agg(c.course_code || ' ' || c.course_name, ' ') from package_courses pc
        join courses c on c.id = pc.course_id where pc.package_id = packages.id), '')`.as('courses'),
    )
    .where('is_active', '=', true)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map(packageEntry);
}

const withMeta = z.object({ meta: pageMetaSchema });

function toPageEntries(documents: ReadonlyMap<string, unknown>): SearchEntry[] {
  const read = <S extends z.ZodType>(key: string, schema: S): Array<z.output<S>> => {
    const parsed = schema.safeParse(documents.get(key));
    return parsed.success ? [parsed.data] : [];
  };
  const [menu] = read('header', z.object({ items: z.array(menuItemSchema) }));
  const [footer] = read('footer', footerSchema);
  return [
    ...cmsPageNames.flatMap((name) => read(name, cmsPageSchema).map(cmsEntry)),
    ...['terms', 'refund-policy', 'privacy-policy', 'grievance'].flatMap((name) =>
      read(name, withMeta).map(({ meta }) => metaEntry(meta)),
    ),
    ...read('anti-ragging', antiRaggingSchema).map(antiRaggingEntry),
    ...menuEntries(menu?.items ?? [], { quicklinks: footer?.quicklinks ?? [] }),
  ];
}

const departmentBodySchema = departmentSchema.pick({ meta_description: true, meta_keywords: true });

/**
 * The search entries of the pages of the content (CMS), the policies, the departments, and the pages to which the
 * header and the footer link.
 */
export async function readPageEntries(db: Kysely<Database>): Promise<SearchEntry[]> {
  const [documents, departments] = await Promise.all([
    db.selectFrom('cms_documents').select(['key', 'body']).execute(),
    db
      .selectFrom('departments')
      .select(['id', 'slug', 'department_name', 'body'])
      .where('status', '=', 'active')
      .where('show_on_website', '=', true)
      .orderBy('id')
      .execute(),
  ]);
  const departmentEntries = departments.map(({ body, ...department }) =>
    departmentEntry({ ...department, ...departmentBodySchema.parse(body) }),
  );
  const pages = toPageEntries(new Map(documents.map(({ key, body }) => [key, body])));
  return withoutRepeats([...departmentEntries, ...pages]);
}
