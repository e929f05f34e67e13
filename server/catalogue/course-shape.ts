import type { Batch } from '../../contract/batch.ts';
import type { Course, PriceTerms } from '../../contract/course.ts';
import type { StoredDiscount } from '../db/discounts.ts';
import { toRupees } from '../db/paise.ts';
import type { CourseRow } from '../db/schema.ts';
import { categoryName } from './course-filter.ts';
import { toDiscount } from './discount.repo.ts';
import { priceCourse, toCoursePrice } from './price.ts';

/** The stored rows from which a course for the API is assembled. */
export type CourseSource = {
  row: Pick<
    CourseRow,
    | 'id'
    | 'course_name'
    | 'course_code'
    | 'is_active'
    | 'meta_text'
    | 'category_id'
    | 'department_id'
    | 'course_template'
    | 'duration_unit'
    | 'fee_structure'
    | 'featured_image_url'
    | 'banner_image_url'
    | 'tags'
  > & {
    prerequisites: NonNullable<Course['prerequisites']>;
    duration: string;
    total_fee_paise: number;
    actual_fee_paise: number;
    department: { name: string; slug: string } | null;
    /**
     * The fields of the JSON column `detail` that the request needs, including those from which a requested `price` is
     * computed. Null if the request needs none.
     */
    detail: (Record<string, unknown> & PriceTerms) | null;
  };
  batches: Batch[];
  discounts: StoredDiscount[];
  packages: NonNullable<Course['coursePackages']>;
};

const coreColumns = [
  'id',
  'course_name',
  'course_code',
  'is_active',
  'meta_text',
  'duration',
  'duration_unit',
  'total_fee',
  'category_id',
  'category',
  'course_template',
] as const;

/** The course as the API returns it: its core fields and the requested columns. */
export function toCourse({ row, batches, discounts, packages }: CourseSource, columns: ReadonlySet<string>): Course {
  const { detail, duration, total_fee_paise, actual_fee_paise, department_id, department, fee_structure, ...stored } =
    row;
  const all: Record<string, unknown> = {
    ...detail,
    ...stored,
    duration: Number(duration),
    total_fee: toRupees(total_fee_paise),
    actual_fee: toRupees(actual_fee_paise),
    category: { name: categoryName(row.category_id) },
    department_id: department_id ?? undefined,
    department: department ?? undefined,
    fee_structure: fee_structure ?? undefined,
    price: toCoursePrice(priceCourse(total_fee_paise, discounts), detail ?? {}),
    batches,
    courseDiscounts: discounts.map(toDiscount),
    coursePackages: packages,
  };
  const names = [...new Set<string>([...coreColumns, ...columns])].filter((name) => all[name] !== undefined);
  // The type assertion is safe: the content loader checked the stored values against the contract, and `mount` checks
  // every response against it again.
  return Object.fromEntries(names.map((name) => [name, all[name]])) as Course;
}
