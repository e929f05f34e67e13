import type { Kysely } from 'kysely';
import type { BookingSettings } from '../../../contract/booking.ts';
import type { AcademyDetails } from '../../../contract/receipt.ts';
import type { Database } from '../../../server/db/schema.ts';

/**
 * Ids of the seeded batches. A name has the course and the state of the batch on 10 March 2026, the date to which tests
 * set their clock: `fireFull` is a fire fighting batch without free seats.
 */
export const batches = {
  fireOpen: 1,
  fireSeven: 2,
  fireFull: 3,
  fireClosed: 4,
  fireToday: 5,
  fireEnded: 6,
  radarOpen: 11,
  radarSeven: 12,
  firstAidOpen: 21,
} as const;

export const courses = { fire: 101, radar: 401, firstAid: 102, retired: 103, cadet: 301, free: 104 } as const;
export const packages = { sea: 801, short: 802 } as const;

export const settings: BookingSettings = {
  id: 1,
  booking_title: 'Book Online',
  booking_description: 'Choose your batch.',
  enable_booking: true,
  require_login: true,
  terms_title: 'Terms',
  terms_content: '<p>Be on time.</p>',
  terms_checkbox_text: 'I accept',
  terms_version: '2026-01',
  payment_note: 'You pay Harbour Academy by UPI or card.',
};

export const academyDetails: AcademyDetails = {
  legal_name: 'Harbour Academy Private Limited',
  address: '1 Quay Road, Chennai 600001',
  tax_number: 'GSTIN 33XXXXX0000X0Z0',
  email: 'accounts@example.com',
  phone: '1800-000-1111',
  note: 'Valid without a signature.',
};

const templates = { 1: 'Value-added Course', 3: 'Pre-Sea Course', 4: 'Post-Sea Course' } as const;

function course(id: number, name: string, category: 1 | 3 | 4, feePaise: number, more: { isActive?: boolean } = {}) {
  const code = name
    .split(' ')
    .map((word) => word.slice(0, 1))
    .join('')
    .concat(String(id));
  return {
    id,
    course_code: code,
    course_name: name,
    meta_text: name.toLowerCase().replaceAll(' ', '-'),
    is_active: more.isActive ?? true,
    position: id % 100,
    category_id: category,
    department_id: null,
    course_template: templates[category],
    duration: 3,
    duration_unit: 'day' as const,
    total_fee_paise: feePaise,
    actual_fee_paise: feePaise,
    fee_structure: category === 4 ? 'gst' : null,
    featured_image_url: `/media/courses/${id}.webp`,
    banner_image_url: `/media/courses/${id}.webp`,
    tags: 'safety,stcw',
    detail: JSON.stringify({ short_description: `${name} in short.`, settings: { logistics: 'By bus.' } }),
    search_text: `${name} ${code} safety stcw`,
  };
}

const batch = (id: number, course_id: number, start: string, end: string, capacity: number) => ({
  id,
  course_id,
  content_key: String(id),
  start_date: start,
  end_date: end,
  status: id === batches.fireClosed ? ('closed' as const) : ('open' as const),
  capacity,
});

async function seedSeats(db: Kysely<Database>): Promise<void> {
  const { fire, radar, firstAid, free } = courses;
  await db
    .insertInto('batches')
    .values([
      batch(batches.fireOpen, fire, '2026-04-01', '2026-04-03', 30),
      batch(batches.fireSeven, fire, '2026-04-11', '2026-04-13', 7),
      batch(batches.fireFull, fire, '2026-04-21', '2026-04-23', 2),
      batch(batches.fireClosed, fire, '2026-05-01', '2026-05-03', 30),
      batch(batches.fireToday, fire, '2026-03-10', '2026-03-12', 30),
      batch(batches.fireEnded, fire, '2026-03-01', '2026-03-03', 30),
      batch(batches.radarOpen, radar, '2026-04-02', '2026-04-04', 30),
      batch(batches.radarSeven, radar, '2026-04-12', '2026-04-14', 7),
      batch(batches.firstAidOpen, firstAid, '2026-04-05', '2026-04-06', 30),
      batch(31, free, '2026-04-05', '2026-04-06', 30),
    ])
    .execute();
  await db.insertInto('seat_claims').values({ batch_id: batches.fireFull, kind: 'office', seats: 2 }).execute();
  await db.updateTable('batches').set({ taken: 2 }).where('id', '=', batches.fireFull).execute();
}

async function seedPackages(db: Kysely<Database>): Promise<void> {
  const base = { featured_image_url: '/media/packages/1.webp', duration: 6, duration_unit: 'day' as const };
  await db
    .insertInto('packages')
    .values([
      {
        ...base,
        id: packages.sea,
        package_name: 'Sea Start',
        description: 'Fire and radar.',
        total_fee_paise: 1_500_000,
        actual_fee_paise: 1_500_000,
        is_active: true,
        position: 1,
      },
      {
        ...base,
        id: packages.short,
        package_name: 'Short Start',
        description: 'Fire and first aid.',
        total_fee_paise: 900_000,
        actual_fee_paise: 900_000,
        is_active: true,
        position: 2,
      },
    ])
    .execute();
  await db
    .insertInto('package_courses')
    .values([
      { package_id: packages.sea, course_id: courses.fire, position: 1 },
      { package_id: packages.sea, course_id: courses.radar, position: 2 },
      { package_id: packages.short, course_id: courses.fire, position: 1 },
      { package_id: packages.short, course_id: courses.firstAid, position: 2 },
    ])
    .execute();
  await db
    .insertInto('discounts')
    .values([
      {
        id: 1101,
        course_id: courses.radar,
        package_id: null,
        type: 'percentage',
        value: 1250,
        crossed_out_price: 'base-price',
        position: 0,
      },
      {
        id: 2801,
        course_id: null,
        package_id: packages.sea,
        type: 'percentage',
        value: 1000,
        crossed_out_price: 'course-sum',
        position: 0,
      },
      {
        id: 1104,
        course_id: courses.free,
        package_id: null,
        type: 'fixed_amount',
        value: 999_999,
        crossed_out_price: 'base-price',
        position: 0,
      },
    ])
    .execute();
}

/** Inserts a small academy: courses, batches, packages, booking groups and booking settings. */
export async function seedAcademy(db: Kysely<Database>): Promise<void> {
  await db
    .insertInto('courses')
    .values([
      course(courses.fire, 'Fire Fighting', 1, 550_050),
      course(courses.radar, 'Radar Simulator', 4, 1_000_010),
      course(courses.firstAid, 'First Aid', 1, 400_000),
      course(courses.retired, 'Semaphore Flags', 1, 100_000, { isActive: false }),
      course(courses.cadet, 'Deck Cadet 100% Sea_time', 3, 45_000_000),
      course(courses.free, 'Harbour Walk', 1, 50_000),
    ])
    .execute();
  await seedSeats(db);
  await seedPackages(db);
  await db
    .insertInto('booking_groups')
    .values([
      {
        id: 1,
        title: 'Safety',
        description: 'Safety first.',
        position: 1,
        course_ids: [courses.fire, courses.firstAid, courses.retired],
        package_ids: [packages.short],
      },
      {
        id: 2,
        title: 'Bridge',
        description: 'On the bridge.',
        position: 2,
        course_ids: [courses.radar],
        package_ids: [packages.sea],
      },
    ])
    .execute();
  await db
    .insertInto('cms_documents')
    .values([
      { key: 'booking-settings', body: JSON.stringify(settings) },
      { key: 'receipt', body: JSON.stringify(academyDetails) },
    ])
    .execute();
}
