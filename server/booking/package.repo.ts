import { type Kysely, sql } from 'kysely';
import type { Discount, Price } from '../../contract/batch.ts';
import type { CoursePackage } from '../../contract/booking.ts';
import { toPaise, toRupees } from '../db/paise.ts';
import type { Database } from '../db/schema.ts';
import { toLikePatterns } from '../db/search-patterns.ts';

export type BatchedCourse = CoursePackage['courses'][number];

/**
 * Functions of the catalogue domain that packages need. They are passed in by `server/composition/public-site.ts`. Fees
 * are in paise.
 */
export type PackageDeps<Stored> = {
  readDiscounts: (
    db: Kysely<Database>,
    owner: 'package_id',
    ids: readonly number[],
    today: string,
  ) => Promise<Map<number, Stored[]>>;
  toDiscount: (stored: Stored) => Discount;
  price: (fee: number, courseFees: readonly number[], discounts: readonly Stored[]) => Price;
  /** Reads courses in the order of `ids`, each with its batches. */
  readCourses: (ids: readonly number[]) => Promise<BatchedCourse[]>;
};

async function findPackages(db: Kysely<Database>, ids: readonly number[], search: string | undefined) {
  const text = sql<string>`concat_ws(' ', package_name, description,
    (select string_agg(c.search_text, ' ') from package_courses pc join courses c on c.id = pc.course_id
     where pc.package_id = packages.id))`;
  return db
    .selectFrom('packages')
    .select(['id', 'package_name', 'description', 'featured_image_url', 'duration', 'duration_unit'])
    .select(['total_fee_paise', 'actual_fee_paise'])
    .select(
      sql<number[]>`array(select course_id from package_courses pc where pc.package_id = packages.id
        order by pc.position, pc.course_id)`.as('course_ids'),
    )
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .where('is_active', '=', true)
    .where(text, 'ilike', sql<string>`all(${toLikePatterns(search)}::text[])`)
    .execute();
}

/**
 * The active packages among `ids` that match the search: every word of `search` occurs in the text of the package or of
 * one of its courses.
 */
export async function readPackages<Stored>(
  db: Kysely<Database>,
  ids: readonly number[],
  search: string | undefined,
  today: string,
  deps: PackageDeps<Stored>,
): Promise<CoursePackage[]> {
  const rows = await findPackages(db, ids, search);
  const [discounts, courses] = await Promise.all([
    deps.readDiscounts(db, 'package_id', ids, today),
    deps.readCourses([...new Set(rows.flatMap((row) => row.course_ids))]),
  ]);
  const byId = new Map(courses.map((course) => [course.id, course]));
  return rows.map(({ course_ids, total_fee_paise, actual_fee_paise, duration, ...row }) => {
    const own = discounts.get(row.id) ?? [];
    const included = course_ids.flatMap((id) => byId.get(id) ?? []);
    const fees = included.map((course) => toPaise(course.total_fee));
    return {
      ...row,
      duration: Number(duration),
      total_fee: toRupees(total_fee_paise),
      actual_fee: toRupees(actual_fee_paise),
      price: deps.price(total_fee_paise, fees, own),
      courses: included,
      discounts: own.map(deps.toDiscount),
    };
  });
}
