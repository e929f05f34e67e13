import { sql } from 'kysely';
import { categoryById } from '../../../contract/categories.ts';
import { type Course, courseDetailSchema } from '../../../contract/course.ts';
import { toPaise } from '../../db/paise.ts';
import type { Tx } from '../../db/schema.ts';
import type { Content } from '../files/content.ts';
import type { PackageFile } from '../files/content-schema.ts';
import type { CourseFile } from '../files/course-file.ts';
import { withJoining } from '../files/joining-file.ts';
import { upsertRows } from './upsert-rows.ts';

const detailNames = Object.keys(courseDetailSchema.shape) as Array<keyof CourseFile>;

function searchText(course: CourseFile): string {
  const category = categoryById(course.category_id)?.name ?? '';
  const words = [course.course_name, course.course_code, category, course.tags ?? '', course.short_description];
  return words.join(' ').toLowerCase();
}

type Prerequisites = NonNullable<Course['prerequisites']>;

function toCourseRow(course: CourseFile, prerequisites: Prerequisites): Record<string, unknown> {
  const detail = Object.fromEntries(detailNames.flatMap((name) => (name in course ? [[name, course[name]]] : [])));
  return {
    id: course.id,
    course_code: course.course_code,
    course_name: course.course_name,
    meta_text: course.meta_text,
    is_active: course.is_active,
    position: course.position,
    category_id: course.category_id,
    department_id: course.department_id,
    course_template: course.course_template,
    duration: course.duration,
    duration_unit: course.duration_unit,
    total_fee_paise: toPaise(course.total_fee),
    actual_fee_paise: toPaise(course.actual_fee),
    fee_structure: course.fee_structure ?? null,
    featured_image_url: course.featured_image_url,
    banner_image_url: course.banner_image_url,
    tags: course.tags ?? '',
    prerequisites,
    detail,
    search_text: searchText(course),
  };
}

function toPackageRow({
  course_codes: _codes,
  discounts: _discounts,
  ...bundle
}: PackageFile): Record<string, unknown> {
  const { total_fee, actual_fee, ...row } = bundle;
  return { ...row, total_fee_paise: toPaise(total_fee), actual_fee_paise: toPaise(actual_fee) };
}

function toDiscountRows(
  owner: { course_id: number | null; package_id: number | null },
  discounts: CourseFile['discounts'],
): Array<Record<string, unknown>> {
  // Percentages are stored multiplied by 100, just as amounts are stored in paise.
  return discounts.map((discount, position) => ({ ...discount, ...owner, value: toPaise(discount.value), position }));
}

/**
 * Loads departments, courses, packages, discounts and booking groups. Courses are stored with what `joining.json` says
 * where their own files say nothing. Departments, courses and packages that are no
 * longer in the content folder are deactivated; discounts and booking groups are deleted.
 */
export async function loadCatalogue(transaction: Tx, { courses, lists, joining }: Content): Promise<void> {
  const files = courses.map(({ course }) => withJoining(course, joining));
  const byCode = new Map(files.map((course) => [course.course_code, course]));
  const named = (codes: readonly string[]) => codes.flatMap((code) => byCode.get(code) ?? []);
  const idsOf = (codes: readonly string[]) => named(codes).map(({ id }) => id);
  const courseRows = files.map((course) => {
    const prerequisites = named(course.prerequisites ?? []).map(({ id, course_name }) => ({ id, course_name }));
    return toCourseRow(course, prerequisites);
  });
  const packageCourses = lists.packages.flatMap(({ id, course_codes }) =>
    idsOf(course_codes).map((course_id, position) => ({ package_id: id, course_id, position })),
  );
  const discounts = [
    ...files.flatMap(({ id, discounts: own }) => toDiscountRows({ course_id: id, package_id: null }, own)),
    ...lists.packages.flatMap(({ id, discounts: own }) => toDiscountRows({ course_id: null, package_id: id }, own)),
  ];
  const groups = lists['booking-groups'].map(({ course_codes, ...group }) => ({
    ...group,
    course_ids: idsOf(course_codes),
  }));
  await upsertRows(transaction, 'departments', ['id'], lists.departments);
  await upsertRows(transaction, 'courses', ['id'], courseRows);
  await upsertRows(transaction, 'packages', ['id'], lists.packages.map(toPackageRow));
  await upsertRows(transaction, 'package_courses', ['package_id', 'course_id'], packageCourses);
  await upsertRows(transaction, 'discounts', ['id'], discounts);
  await upsertRows(transaction, 'booking_groups', ['id'], groups);
  await retire(transaction, {
    departments: lists.departments.map(({ id }) => id),
    courses: files.map(({ id }) => id),
    packages: lists.packages.map(({ id }) => id),
    packageCourses: packageCourses.map(({ package_id, course_id }) => `${package_id}/${course_id}`),
    discounts: discounts.map(({ id }) => Number(id)),
    groups: groups.map(({ id }) => id),
  });
}

type Named = Record<'departments' | 'courses' | 'packages' | 'discounts' | 'groups', number[]> & {
  packageCourses: string[];
};

async function retire(transaction: Tx, named: Named): Promise<void> {
  const isGone = (ids: number[]) => sql<boolean>`id <> all(${ids}::integer[])`;
  const hidden = { status: 'inactive', show_on_website: false } as const;
  await transaction.updateTable('departments').set(hidden).where(isGone(named.departments)).execute();
  for (const table of ['courses', 'packages'] as const) {
    const update = transaction.updateTable(table).set({ is_active: false });
    await update.where('is_active', '=', true).where(isGone(named[table])).execute();
  }
  await transaction
    .deleteFrom('package_courses')
    .where(sql<boolean>`package_id || '/' || course_id <> all(${named.packageCourses}::text[])`)
    .execute();
  await transaction.deleteFrom('discounts').where(isGone(named.discounts)).execute();
  await transaction.deleteFrom('booking_groups').where(isGone(named.groups)).execute();
}
