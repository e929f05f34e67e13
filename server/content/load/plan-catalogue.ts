import { categoryById } from '../../../contract/categories.ts';
import { type Course, courseDetailSchema } from '../../../contract/course.ts';
import { toPaise } from '../../db/paise.ts';
import type { Content } from '../files/content.ts';
import type { PackageFile } from '../files/content-schema.ts';
import type { CourseFile } from '../files/course-file.ts';
import { withJoining } from '../files/joining-file.ts';
import { changedParts, rowsOfStaff } from './catalogue-parts.repo.ts';
import type { TableRows } from './load-rows.ts';

const detailNames = Object.keys(courseDetailSchema.shape) as Array<keyof CourseFile>;

/** The share of sessions, in percent, that a student must attend if the course does not set its own. */
const usualAttendance = 80;

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
    needed_attendance: course.needed_attendance ?? usualAttendance,
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
  return discounts.map(({ starts_on = null, ends_on = null, ...discount }, position) => ({
    ...discount,
    ...owner,
    ...{ value: toPaise(discount.value), position, starts_on, ends_on },
  }));
}

type VenueFile = NonNullable<Content['joining']['venues']>[number];

function toVenueRow({ id, address, exclusive = false, is_active = true, ...detail }: VenueFile) {
  return { id, address, is_exclusive: exclusive, detail, is_active };
}

export type NamedCourse = Pick<CourseFile, 'id' | 'course_code' | 'course_name'>;

/**
 * Plans the rows of departments, venues, instructors, courses, packages, discounts and booking groups. Fields that the
 * file of a course leaves out come from `joining.json`. `faulty`: courses whose files have faults; they get no rows,
 * but packages, booking groups and prerequisites may name them.
 *
 * Rows that are no longer in the content are deactivated. Discounts and booking groups are deleted instead, except
 * discounts of courses and packages that stay because staff have changed them.
 */
export function planCatalogue(
  { courses, lists, joining, calendar }: Content,
  faulty: readonly NamedCourse[] = [],
): TableRows[] {
  const files = courses.map(({ course }) => withJoining(course, joining));
  const byCode = new Map<string, NamedCourse>([...faulty, ...files].map((course) => [course.course_code, course]));
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
  const venues = (joining.venues ?? []).map(toVenueRow);
  const instructors = (calendar.instructors ?? []).map(({ is_active = true, ...one }) => ({ ...one, is_active }));
  const id = ['id'];
  const [inactive, deleted] = [{ is_active: false }, 'delete'] as const;
  const discountIds = [...files, ...lists.packages].flatMap((one) => one.discounts.map((discount) => discount.id));
  const ofStaff = rowsOfStaff({
    courses: files.map((course) => course.id),
    packages: lists.packages.map((one) => one.id),
    discounts: discountIds,
  });
  const { readOwningCourses, readOwningPackages } = changedParts({ discounts: discountIds });
  const hidden = { status: 'inactive', show_on_website: false };
  return [
    {
      table: 'departments',
      key: id,
      label: 'department',
      title: 'department_name',
      rows: lists.departments,
      whenRemoved: hidden,
    },
    { table: 'venues', key: id, label: 'venue', rows: venues, whenRemoved: inactive },
    { table: 'instructors', key: id, label: 'instructor', title: 'name', rows: instructors, whenRemoved: inactive },
    // Before the courses, because a package that stays needs its courses.
    {
      table: 'packages',
      key: id,
      label: 'package',
      title: 'package_name',
      rows: lists.packages.map(toPackageRow),
      whenRemoved: inactive,
      readWithChangedParts: readOwningPackages,
    },
    {
      table: 'courses',
      key: id,
      label: 'course',
      title: 'course_code',
      rows: courseRows,
      whenRemoved: inactive,
      readUsed: ofStaff.readOfferedCourses,
      readWithChangedParts: readOwningCourses,
    },
    {
      table: 'package_courses',
      key: ['package_id', 'course_id'],
      label: 'course of package',
      rows: packageCourses,
      whenRemoved: deleted,
      readUsed: ofStaff.readCourses,
    },
    {
      table: 'discounts',
      key: id,
      label: 'discount',
      rows: discounts,
      whenRemoved: deleted,
      readUsed: ofStaff.readDiscounts,
    },
    { table: 'booking_groups', key: id, label: 'booking group', title: 'title', rows: groups, whenRemoved: deleted },
  ];
}
