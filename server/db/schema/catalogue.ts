import type { Generated } from 'kysely';
import type { Day, Decimal, DefaultJson, DefaultTimestamp, Json, OptionalDay, Paise } from './columns.ts';

type DepartmentRow = {
  id: number;
  department_name: string;
  slug: string;
  status: 'active' | 'inactive';
  show_on_website: boolean;
  body: Json<Record<string, unknown>>;
  updated_at: DefaultTimestamp;
};

export type CourseRow = {
  id: number;
  course_code: string;
  course_name: string;
  meta_text: string;
  is_active: boolean;
  position: number;
  category_id: number;
  department_id: number | null;
  course_template: string;
  duration: Decimal;
  duration_unit: 'day' | 'week' | 'month' | 'year';
  total_fee_paise: Paise;
  actual_fee_paise: Paise;
  fee_structure: string | null;
  featured_image_url: string;
  banner_image_url: string;
  tags: string;
  needed_attendance: Generated<number>;
  prerequisites: DefaultJson<{ id: number; course_name: string }[]>;
  detail: Json<Record<string, unknown>>;
  search_text: string;
  updated_at: DefaultTimestamp;
};

type PackageRow = {
  id: number;
  package_name: string;
  description: string;
  featured_image_url: string;
  total_fee_paise: Paise;
  actual_fee_paise: Paise;
  duration: Decimal;
  duration_unit: 'day' | 'week' | 'month' | 'year';
  is_active: boolean;
  position: number;
};

type PackageCourseRow = { package_id: number; course_id: number; position: number };

export type DiscountRow = {
  id: number;
  course_id: number | null;
  package_id: number | null;
  type: 'percentage' | 'fixed_amount';
  /** The value of a discount: a percentage multiplied by 100, or paise. */
  value: Paise;
  crossed_out_price: 'course-sum' | 'base-price';
  position: number;
  /** `starts_on` and `ends_on`: the first and the last day on which the discount applies; null for no limit. */
  starts_on: OptionalDay;
  ends_on: OptionalDay;
};

type BatchRow = {
  id: Generated<number>;
  course_id: number;
  content_key: string | null;
  start_date: Day;
  end_date: Day;
  status: 'open' | 'closed';
  publication: Generated<'draft' | 'published' | 'cancelled'>;
  capacity: number;
  taken: Generated<number>;
  venue_id: string | null;
  instructor_id: string | null;
};

type BatchSessionRow = { batch_id: number; day: Day; start_time: string; end_time: string };

type VenueRow = {
  id: string;
  address: string;
  is_exclusive: Generated<boolean>;
  detail: DefaultJson<Record<string, string>>;
  is_active: Generated<boolean>;
};

type InstructorRow = { id: string; name: string; is_active: Generated<boolean> };

type BookingGroupRow = {
  id: number;
  title: string;
  description: string;
  position: number;
  course_ids: number[];
  package_ids: number[];
};

/** Tables of departments, courses, packages and batches (0002-catalogue.sql, 0036-dated-batches.sql). */
export type CatalogueTables = {
  departments: DepartmentRow;
  courses: CourseRow;
  packages: PackageRow;
  package_courses: PackageCourseRow;
  discounts: DiscountRow;
  batches: BatchRow;
  batch_sessions: BatchSessionRow;
  venues: VenueRow;
  instructors: InstructorRow;
  booking_groups: BookingGroupRow;
};
