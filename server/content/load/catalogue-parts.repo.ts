import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/schema.ts';

async function readKeys(tx: Tx, query: RawBuilder<{ key: string }>): Promise<ReadonlySet<string>> {
  return new Set((await query.execute(tx)).rows.map(({ key }) => key));
}

/** The ids of all courses, packages and discounts in the content. */
type ContentIds = { courses: readonly number[]; packages: readonly number[]; discounts: readonly number[] };

/**
 * Returns functions that read the keys of the rows that must stay with a course or package, if the course or package
 * stays because staff have changed it although the content no longer contains it. These rows are its discounts, because
 * otherwise its price would be wrong, and the courses of the package (`readOfferedCourses`: the courses themselves,
 * `readCourses`: their places in the package), because it could not be sold without them. `readCourses` and
 * `readDiscounts` also return such rows that staff have deleted since a load recorded them, but no discounts that the
 * content has given to another course or package.
 */
export function rowsOfStaff({ courses, packages, discounts }: ContentIds) {
  const areOfStaff = (name: string, ids: readonly number[]) =>
    sql`select id::text from ${sql.table(name)} where is_active and id <> all(${ids})`;
  const stayingPackages = areOfStaff('packages', packages);
  const stayingCourses = areOfStaff('courses', courses);
  return {
    readOfferedCourses: (tx: Tx) =>
      readKeys(
        tx,
        sql`select course_id::text as key from package_courses where package_id::text in (${stayingPackages})`,
      ),
    readCourses: (tx: Tx) =>
      readKeys(
        tx,
        sql`select key from (
            select package_id || '/' || course_id as key from package_courses union
            select key from content_rows where kind = 'package_courses') one
          where split_part(key, '/', 1) in (${stayingPackages})`,
      ),
    readDiscounts: (tx: Tx) =>
      readKeys(
        tx,
        sql`select key from (
            select id::text as key, course_id::text, package_id::text from discounts union
            select key, written ->> 'course_id', written ->> 'package_id' from content_rows where kind = 'discounts') one
          where (package_id in (${stayingPackages}) or course_id in (${stayingCourses}))
            and key::integer <> all(${discounts})`,
      ),
  };
}

/**
 * Selects the discounts, or the courses of packages, that staff have added, changed or deleted since the last load.
 * Columns: `key`, `stored` (the present row; null if it was deleted) and `written` (the row that the load wrote; null
 * if it wrote none).
 */
const changedRows = (kind: 'discounts' | 'package_courses', key: RawBuilder<unknown>) => sql`
  select coalesce(part.key, record.key) as key, part.stored, record.written
  from (select ${key} as key, to_jsonb(t) as stored from ${sql.table(kind)} t) part
  full join (select key, written from content_rows where kind = ${kind}) record on record.key = part.key
  where (part.stored @> record.written) is not true`;

const changedDiscounts = changedRows('discounts', sql`t.id::text`);
const changedCourses = changedRows('package_courses', sql`t.package_id || '/' || t.course_id`);

/**
 * Returns functions that read the ids of the courses and packages of which staff have added, changed or deleted a part
 * since the last load: a discount, or a course of a package. A discount that the content has (`discounts`) does not
 * count: if the course or package is not in the content, the content has given its discount to another one.
 */
export function changedParts({ discounts }: Pick<ContentIds, 'discounts'>) {
  const ownersOf = (column: 'course_id' | 'package_id') => sql`
    select coalesce(stored, written) ->> ${column} as key from (${changedDiscounts}) discount
    where coalesce(stored, written) ->> ${column} is not null and key::integer <> all(${discounts})`;
  return {
    readOwningCourses: (tx: Tx) => readKeys(tx, sql`${ownersOf('course_id')}`),
    readOwningPackages: (tx: Tx) =>
      readKeys(tx, sql`${ownersOf('package_id')} union select split_part(key, '/', 1) from (${changedCourses}) course`),
  };
}
