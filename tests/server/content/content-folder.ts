import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { checkContent } from '../../../server/content/check/check-content.ts';
import { faultLine } from '../../../server/content/files/content-fault.ts';

type Json = Record<string, unknown>;

const pictures = ['-320.avif', '-640.avif', '-960.avif', '-640.webp'].map((end) => `media/courses/pre-sea-knot${end}`);

/**
 * Returns a course with every required field, as in a file of the folder `courses` of the content. `changes` replaces
 * fields.
 */
export function makeCourse(id: number, code: string, changes: Json = {}): Json {
  return {
    id,
    course_name: `Course ${code}`,
    course_code: code,
    is_active: true,
    position: 1,
    meta_text: `course-${code.toLowerCase()}`,
    category_id: 3,
    department_id: 1,
    course_template: 'Pre-Sea Course',
    duration: 3,
    duration_unit: 'day',
    total_fee: 1000.5,
    actual_fee: 1000.5,
    featured_image_url: '/media/courses/pre-sea-knot-640.webp',
    banner_image_url: '/media/courses/pre-sea-knot-640.webp',
    discounts: [{ id: 1000 + id, type: 'percentage', value: 12.5, crossed_out_price: 'base-price' }],
    batches: { first_in_days: 1, every_days: 10, count: 3, capacity: 20, special: [{ n: 0, seats_left: 3 }] },
    short_description: 'One line.',
    ...changes,
  };
}

/**
 * Returns a demo student with every required field, as in the content file `students.json`. `changes` replaces fields.
 */
export function makeStudent(number: number, changes: Json = {}): Json {
  return {
    id: `7d3f1c52-6d0a-4f57-8f63-9a4c2f1b000${number}`,
    first_name: 'Ann',
    last_name: 'Bo',
    email: `ann${number}@example.com`,
    mobile: '9876511111',
    whatsapp_number: null,
    dob: null,
    indos_number: null,
    passport_number: null,
    password: 'Anchor#2026',
    is_default_password: false,
    allowed_booking: true,
    ...changes,
  };
}

const department = {
  id: 1,
  department_name: 'Deck',
  slug: 'deck',
  status: 'active',
  show_on_website: true,
  body: {
    description: 'Deck.',
    banner_image_url: '/media/brand/logo.svg',
    department_head: {
      showProfile: false,
      message: 'Welcome.',
      hodDetails: { first_name: 'A', last_name: 'B', professional_designation: 'Master', specialization: 'Stars' },
    },
    faculty: { showOnSite: true, title: 'Faculty', faculty_list: [] },
    facility: { showOnSite: true, title: 'Facilities', facility_list: [] },
    courses: { showOnSite: true, title: 'Courses' },
    page_title: 'Deck',
    meta_title: 'Deck',
    meta_description: 'Deck.',
    meta_keywords: 'deck',
    canonical_url: '/departments/details/1/deck',
  },
};

const project = join(import.meta.dirname, '../../../content');
const cmsPages = ['about', 'contact', 'governing-body', 'grievance', 'mission-vision', 'principal-message'];
const policies = ['terms', 'refund-policy', 'privacy-policy', 'anti-ragging'];
const demoFiles = ['brand.json', 'footer.json', 'booking-settings.json', 'receipt.json']
  .concat([...cmsPages, 'why-landfall'].map((name) => `cms/${name}.json`))
  .concat(policies.map((name) => `policies/${name}.json`));

/**
 * Returns the paths of all media files that `text` names, with every size of each picture. `text` is the JSON of a
 * content file of the demo.
 */
function picturesOf(text: string): string[] {
  const named = [...text.matchAll(/"\/(media\/[^"]+)"/g)].map(([, file = '']) => file);
  const sizes = ['-320.avif', '-640.avif', '-960.avif'];
  return named.flatMap((file) => [file, ...sizes.map((size) => file.replace('-640.webp', size))]);
}

function smallFiles(): Record<string, unknown> {
  return {
    'header.json': { items: [] },
    'home.json': { hero: { title: 'Hello', text: 'There', approvals: [] }, cards: [] },
    'notices.json': [
      {
        id: 1,
        title: 'Open',
        content: '<p>Doors <strong>open</strong>.</p>',
        date_in_days: -1,
        expires_in_days: 5,
        order: 1,
      },
    ],
    'departments.json': [department],
    'authors.json': [],
    'redirects.json': [],
    'packages.json': [
      {
        id: 801,
        package_name: 'Both',
        description: 'Two courses.',
        featured_image_url: '/media/courses/pre-sea-knot-640.webp',
        total_fee: 2000,
        actual_fee: 2000,
        duration: 6,
        duration_unit: 'day',
        is_active: true,
        position: 1,
        course_codes: ['ONE', 'TWO'],
        discounts: [{ id: 2801, type: 'fixed_amount', value: 100, crossed_out_price: 'course-sum' }],
      },
    ],
    'booking-groups.json': [
      { id: 1, title: 'All', description: 'All of it.', position: 1, course_codes: ['ONE', 'TWO'], package_ids: [801] },
    ],
    'students.json': [makeStudent(1)],
    'courses/one.json': makeCourse(1, 'ONE'),
    'courses/two.json': makeCourse(2, 'TWO', { batches: null, discounts: [] }),
  };
}

export type ContentFolder = {
  path: string;
  /** Writes a file of the content folder. A string is written as it is, any other value as JSON. */
  write: (file: string, value: unknown) => Promise<void>;
  remove: (file: string) => Promise<void>;
};

/**
 * Returns the text of every file that a new content folder contains, by the file's path. Each picture has the text
 * `picture` instead of real bytes.
 */
async function readTemplate(): Promise<ReadonlyMap<string, string>> {
  const texts = await Promise.all(demoFiles.map((file) => readFile(join(project, file), 'utf8')));
  const media = [...texts.flatMap(picturesOf), ...pictures, 'media/brand/logo.svg'];
  return new Map([
    ...media.map((file) => [file, 'picture'] as const),
    ...demoFiles.map((file, index) => [file, texts[index] ?? ''] as const),
    ...Object.entries(smallFiles()).map(([file, value]) => [file, JSON.stringify(value)] as const),
  ]);
}

let template: ReturnType<typeof readTemplate> | undefined;

/** Creates a small valid content folder in the system's temporary folder. It is deleted after the test. */
export async function createContentFolder(): Promise<ContentFolder> {
  const path = await mkdtemp(join(tmpdir(), 'landfall-content-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  const write = async (file: string, value: unknown) => {
    await mkdir(dirname(join(path, file)), { recursive: true });
    await writeFile(join(path, file), typeof value === 'string' ? value : JSON.stringify(value));
  };
  template ??= readTemplate();
  await Promise.all(Array.from(await template, ([file, text]) => write(file, text)));
  return { path, write, remove: (file) => rm(join(path, file)) };
}

/**
 * Checks a content folder. Returns its faults, one line each: the file, the path of the wrong field in the file, and
 * the reason.
 */
export async function checkFolder({ path }: ContentFolder): Promise<string[]> {
  return (await checkContent(path)).map((fault) => faultLine(fault).trim());
}
