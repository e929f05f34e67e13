import type { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { Course } from '../../../../contract/course.ts';
import { createQueryClient } from '../../../../src/app/query-client.ts';
import { structuredCourse } from '../../../../src/catalogue/course/structured-course.ts';
import { courseQueries } from '../../../../src/catalogue/course.queries.ts';
import { contentQueries } from '../../../../src/content/content.queries.ts';
import { setSiteAddress } from '../../../../src/lib/site-address.ts';
import { structuredAcademy } from '../../../../src/site/page-head/structured-academy.ts';
import { structuredFaults } from '../../../support/structured-rules.ts';
import { apiWith, batch, brand, course, today } from '../academy.ts';

const site = 'https://academy.example';

function newClient(): QueryClient {
  const client = createQueryClient(apiWith({}));
  setSiteAddress(client, site);
  client.setQueryData(contentQueries.header().queryKey, { brand, items: [] });
  return client;
}

function describeCourse(change: Partial<Course>) {
  const client = newClient();
  client.setQueryData(courseQueries.detail(408).queryKey, course(change));
  // Convert to JSON and back, because the page writes the data as JSON, which drops undefined properties.
  return JSON.parse(JSON.stringify(structuredCourse(client, { courseId: 408, today })));
}

const whole: Partial<Course> = {
  short_description: '<p>Lead the <strong>fire</strong> party.</p>',
  featured_image_url: '/media/courses/post-sea-flame-640.webp',
  learning_outcomes: ['Direct a fire party'],
  eligibility_criteria: 'Six months of sea service',
  modules: [{ title: 'Ventilation' }],
};

describe('JSON-LD of a course', () => {
  it('the JSON-LD of a course has every property that Google requires and recommends', () => {
    expect(structuredFaults(describeCourse(whole))).toEqual({ broken: [], missed: [] });
  });

  it('the JSON-LD of a course with yearly fees contains the total, the price of year 1 and the price of the other years', () => {
    const [about] = describeCourse({ price: { main: 265_000, by_year: { years: 4, total: 1_045_000 } } });
    const part = { '@type': 'UnitPriceSpecification', priceCurrency: 'INR' };
    expect(about.offers).toMatchObject({
      price: 1_045_000,
      priceSpecification: {
        '@type': 'CompoundPriceSpecification',
        price: 1_045_000,
        priceCurrency: 'INR',
        priceComponent: [
          { ...part, name: 'Year 1', price: 265_000 },
          { ...part, name: 'Years 2 to 4', price: 780_000 },
        ],
      },
    });
  });

  it('the JSON-LD of a course without batches has every property that Google requires', () => {
    const [about] = describeCourse({ batches: [] });
    expect(structuredFaults(about).broken).toEqual([]);
    expect(about.hasCourseInstance).toHaveLength(1);
  });

  it('the JSON-LD of a course lists its upcoming batches with price and availability', () => {
    const batches = [
      batch({ id: 1, start_date: '2026-11-20' }),
      batch({ id: 2, available: 0, start_date: '2026-12-10' }),
      batch({ id: 3 }),
    ];
    const [about] = describeCourse({ batches, price: { main: 7000, struck: 8024 } });
    expect(about.hasCourseInstance).toEqual([
      expect.objectContaining({
        startDate: '2026-12-01',
        courseMode: 'Onsite',
        courseWorkload: 'P6D',
        offers: expect.objectContaining({
          price: 7000,
          priceCurrency: 'INR',
          availability: 'https://schema.org/InStock',
        }),
      }),
      expect.objectContaining({
        startDate: '2026-12-10',
        offers: expect.objectContaining({ availability: 'https://schema.org/SoldOut' }),
      }),
    ]);
  });

  it('the JSON-LD of a course with e-learning has the course mode Blended', () => {
    const [about] = describeCourse({ e_learning: true });
    expect(about.hasCourseInstance[0].courseMode).toBe('Blended');
  });

  it('the JSON-LD of a course has a plain-text description and a breadcrumb of absolute URLs', () => {
    const [about, trail] = describeCourse(whole);
    expect(about.description).toBe('Lead the fire party.');
    expect(trail.itemListElement.map(({ item }: { item: string }) => item)).toEqual([
      `${site}/`,
      `${site}/courses-list`,
      `${site}/courses/post-sea-courses`,
      `${site}/course-booking/advanced-fire-fighting-408`,
    ]);
  });
});

describe('JSON-LD of the academy', () => {
  it('the JSON-LD of the academy has every property that Google requires of an organization', () => {
    const about = structuredAcademy(newClient());
    expect(about.map((one) => one['@type'])).toEqual(['EducationalOrganization', 'WebSite']);
    expect(structuredFaults(about)).toEqual({ broken: [], missed: [] });
  });

  it('a page has no JSON-LD of the academy until the site header, which contains the academy’s name, has loaded', () => {
    expect(structuredAcademy(createQueryClient(apiWith({})))).toEqual([]);
  });
});

describe('the JSON-LD checker of these tests', () => {
  it('the JSON-LD checker that the tests use reports missing, unknown and malformed properties', () => {
    const faults = structuredFaults({ '@type': 'Course', name: 'A', colour: 'red', offers: { '@type': 'Bargain' } });
    expect(faults.broken).toEqual([
      'Course lacks description',
      'Course lacks provider',
      'Course lacks hasCourseInstance',
      'Course: Course has no colour',
      'Course: offers of Course takes no Bargain',
      'Course.offers.Bargain is no type that the rules know',
    ]);
    const badly = [
      { '@type': 'CourseInstance', courseMode: 'at sea', courseWorkload: '3 days' },
      { '@type': 'BreadcrumbList', itemListElement: [{ '@type': 'ListItem', position: 0, name: 'A', item: '/' }] },
      { '@type': 'Person', name: 'A', worksFor: { '@type': 'Place', address: 'Kochi' } },
    ];
    expect(structuredFaults(badly).broken).toEqual([
      '[0].CourseInstance.courseMode is written at sea',
      '[0].CourseInstance.courseWorkload is written 3 days',
      '[1].BreadcrumbList is too short',
      '[1].BreadcrumbList.itemListElement[0].ListItem.position is written 0',
      '[2].Person: worksFor of Person takes no Place',
    ]);
  });
});
