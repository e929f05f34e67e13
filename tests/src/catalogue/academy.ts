import type { Batch } from '../../../contract/batch.ts';
import type { Brand, Footer, Header, Home, MenuItem } from '../../../contract/content.ts';
import type { Course } from '../../../contract/course.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { type Api, ApiError } from '../../../src/lib/api.ts';

export const today = '2026-11-21';

export function batch(change: Partial<Batch> = {}): Batch {
  return {
    id: 1,
    batch_id: 1,
    start_date: '2026-12-01',
    end_date: '2026-12-06',
    available: 20,
    status: 'open',
    ...change,
  };
}

export function course(change: Partial<Course> = {}): Course {
  return {
    id: 408,
    course_name: 'Advanced Fire Fighting',
    course_code: 'AFF',
    is_active: true,
    meta_text: 'advanced-fire-fighting',
    duration: 6,
    duration_unit: 'day',
    total_fee: 8024,
    category_id: 4,
    category: { name: 'Post-Sea' },
    course_template: 'Post-Sea Course',
    batches: [batch()],
    ...change,
  };
}

export const brand: Brand = {
  name: 'Harbour Academy',
  short_name: 'Harbour',
  product: 'harbour',
  description: 'Courses for life at sea.',
  admissions_phones: ['98765 40001', '98765 40002', '98765 40003', '98765 40004'],
  support_phones: ['98765 40011', '98765 40012'],
  ivrs: '1800-000-4321',
  email: 'admissions@example.com',
  live_chat_url: 'https://chat.example.com/harbour',
  address: '14 Lighthouse Road, Chennai',
};

export function menuItem(change: Partial<MenuItem> & Pick<MenuItem, 'id' | 'label'>): MenuItem {
  return { parent_id: null, url: '/contact-us', is_active: true, has_mega_menu: false, mega_menu: null, ...change };
}

export const footer: Footer = {
  about_us_description: 'We train seafarers.',
  quicklinks_title: 'Quick links',
  quicklinks: [{ label: 'All courses', url: '/courses-list' }],
  contact_title: 'Find us',
  offices: [{ label: 'Campus', address: '14 Lighthouse Road' }],
  contact_numbers_title: 'Call us',
  email: 'admissions@example.com',
  ivrs: '1800-000-4321',
  telephone_label: 'Toll-free (IVRS)',
  office_label: 'Admissions',
  numbers: ['98765 40001'],
  certifications: ['ISO 9001:2015'],
};

type Responses = {
  header?: Header;
  footer?: Footer;
  home?: Home;
  /** The courses of each category, by the category's id. */
  categoryCourses?: Record<number, { courses: Course[]; total: number }>;
  course?: Course;
};

function bodyOf(responses: Responses, endpoint: Endpoint, query: { category_id?: number } | undefined): unknown {
  const header = responses.header ?? { brand, items: [] };
  if (endpoint.name === 'getHeader') return header;
  if (endpoint.name === 'getFooter') return responses.footer ?? footer;
  if (endpoint.name === 'getHome') return responses.home;
  if (endpoint.name === 'listCourses') return { courses: responses.course ? [responses.course] : [], total: 1 };
  if (endpoint.name === 'listCoursesByCategory') return responses.categoryCourses?.[query?.category_id ?? 0];
  return undefined;
}

/**
 * A fake API of the content service and the course catalogue. A call without a prepared response is refused with status
 * 404.
 */
export function apiWith(responses: Responses): Api {
  return {
    async call(endpoint, input) {
      const data = bodyOf(responses, endpoint, input.query as { category_id?: number } | undefined);
      if (data === undefined) throw new ApiError('refused', 'No such response', 404);
      return { statusCode: 200, data } as never;
    },
  };
}
