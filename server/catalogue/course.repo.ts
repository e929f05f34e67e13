import { type Kysely, sql } from 'kysely';
import { type Course, type courseColumns, courseDetailSchema, type PriceTerms } from '../../contract/course.ts';
import type { Viewer } from '../db/available-seats.ts';
import { groupRows } from '../db/group-rows.ts';
import { toRupees } from '../db/paise.ts';
import type { Database } from '../db/schema.ts';
import { readBatches } from './batch.repo.ts';
import { type CourseSource, toCourse } from './course-shape.ts';
import { readDiscounts } from './discount.repo.ts';
import { pricePackage, toPrice } from './price.ts';

export type CourseColumn = (typeof courseColumns)[number];

const detailColumns = new Set<string>(Object.keys(courseDetailSchema.shape).filter((name) => name !== 'tags'));

/** The fields of the JSON column `detail` that are needed for the column `price`. */
const priceColumns: readonly string[] = ['fees', 'price_note'] satisfies Array<keyof PriceTerms>;

async function readRows(db: Kysely<Database>, ids: readonly number[], columns: ReadonlySet<string>) {
  const needed = columns.has('price') ? [...columns, ...priceColumns] : [...columns];
  const wanted = needed.filter((name) => detailColumns.has(name));
  const detail = sql<CourseSource['row']['detail']>`(select jsonb_object_agg(d.key, d.value) from jsonb_each(detail) d
    where d.key = any(${wanted}::text[]))`;
  const department = sql<CourseSource['row']['department']>`(
    select jsonb_build_object('name', department_name, 'slug', slug) from departments
    where departments.id = courses.department_id and status = 'active' and show_on_website)`;
  return db
    .selectFrom('courses')
    .select(['id', 'course_name', 'course_code', 'is_active', 'meta_text', 'category_id', 'department_id'])
    .select(['course_template', 'duration', 'duration_unit', 'total_fee_paise', 'actual_fee_paise', 'fee_structure'])
    .select(['featured_image_url', 'banner_image_url', 'tags', 'prerequisites'])
    .select(wanted.length > 0 ? detail.as('detail') : sql<null>`null`.as('detail'))
    .select(columns.has('department') ? department.as('department') : sql<null>`null`.as('department'))
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .execute();
}

type NamedPackage = NonNullable<Course['coursePackages']>[number];

/** For each course in `ids`, by its id: the active packages that contain the course. */
async function readPackages(
  db: Kysely<Database>,
  ids: readonly number[],
  today: string,
): Promise<Map<number, NamedPackage[]>> {
  const rows = await db
    .selectFrom('package_courses')
    .innerJoin('packages', 'packages.id', 'package_courses.package_id')
    .select(['course_id', 'packages.id', 'package_name', 'description', 'total_fee_paise'])
    .select(
      sql<number>`(select sum(c.total_fee_paise)::bigint from package_courses pc join courses c on c.id = pc.course_id
        where pc.package_id = packages.id)`.as('course_sum_paise'),
    )
    .where('course_id', '=', sql<number>`any(${ids}::integer[])`)
    .where('is_active', '=', true)
    .orderBy('packages.position')
    .orderBy('packages.id')
    .execute();
  const discounts = await readDiscounts(db, 'package_id', [...new Set(rows.map(({ id }) => id))], today);
  const named = rows.map(({ total_fee_paise: fee, course_sum_paise: courseSum, ...row }) => ({
    ...row,
    total_fee: toRupees(fee),
    price: toPrice(pricePackage(fee, [courseSum], discounts.get(row.id) ?? [])),
  }));
  return groupRows(named, (row) => row.course_id);
}

/**
 * Reads courses in the order of `ids`, each with its core fields and `columns`. Unknown ids are left out. However many
 * courses there are, it takes at most five queries.
 */
export async function readCourses(
  db: Kysely<Database>,
  ids: readonly number[],
  columns: ReadonlySet<CourseColumn>,
  viewer: Viewer,
): Promise<Course[]> {
  if (ids.length === 0) return [];
  const none = new Map<number, never[]>();
  const [rows, batches, discounts, packages] = await Promise.all([
    readRows(db, ids, columns),
    columns.has('batches') ? readBatches(db, ids, viewer) : none,
    columns.has('courseDiscounts') || columns.has('price') ? readDiscounts(db, 'course_id', ids, viewer.today) : none,
    columns.has('coursePackages') ? readPackages(db, ids, viewer.today) : none,
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    const related = { batches: batches.get(id) ?? [], discounts: discounts.get(id) ?? [] };
    return toCourse({ row, ...related, packages: packages.get(id) ?? [] }, columns);
  });
}
