import type { QueryClient } from '@tanstack/react-query';
import type { Batch, Price } from '../../../contract/batch.ts';
import { categoryById } from '../../../contract/categories.ts';
import type { Course } from '../../../contract/course.ts';
import { wholePrice } from '../../../contract/fees-by-year.ts';
import { coursePath, paths } from '../../../contract/pages.ts';
import { academyName, contentQueries } from '../../content/content.queries.ts';
import { plainText } from '../../content/rich-text.tsx';
import { publicAddress } from '../../lib/site-address.ts';
import { structuredTrail } from '../../lib/structured-data.ts';
import { courseQueries } from '../course.queries.ts';
import { isBookable, upcomingBatches } from '../upcoming-batches.ts';

/** How many upcoming batches the structured data lists. */
const maxBatches = 6;
const isoUnits = { day: 'D', week: 'W', month: 'M', year: 'Y' } as const;

function provider(client: QueryClient) {
  const brand = client.getQueryData(contentQueries.header().queryKey)?.brand;
  return {
    '@type': 'EducationalOrganization',
    name: academyName(client),
    url: publicAddress(client, paths.home) ?? paths.home,
    ...(brand ? { telephone: brand.ivrs, email: brand.email, address: brand.address } : {}),
  };
}

/**
 * The cost of each part of a programme that is paid year by year: year 1, which is paid when booking, and the remaining
 * years.
 */
function yearlyPrice({ main, by_year: byYear }: Price) {
  if (!byYear) return {};
  const { years, total } = byYear;
  const part = (name: string, price: number) => ({
    '@type': 'UnitPriceSpecification',
    name,
    price,
    priceCurrency: 'INR',
  });
  const rest = years === 2 ? 'Year 2' : `Years 2 to ${years}`;
  return {
    priceSpecification: {
      '@type': 'CompoundPriceSpecification',
      price: total,
      priceCurrency: 'INR',
      priceComponent: [part('Year 1', main), part(rest, total - main)],
    },
  };
}

/**
 * The course's price as a schema.org Offer. `price` is the price of the whole course; for Post-Sea and Value-added
 * courses, it includes GST. If a course is paid year by year, `priceSpecification` lists the parts, but a search engine
 * may show only `price`.
 */
function offer(client: QueryClient, course: Course) {
  const price = course.price ?? { main: course.total_fee };
  return {
    '@type': 'Offer',
    category: course.total_fee > 0 ? 'Paid' : 'Free',
    price: wholePrice(price),
    priceCurrency: 'INR',
    ...yearlyPrice(price),
    url: publicAddress(client, coursePath(course)) ?? coursePath(course),
  };
}

function courseInstance(client: QueryClient, course: Course, batch: Batch | null, today: string) {
  const { duration, duration_unit: unit } = course;
  const address = client.getQueryData(contentQueries.header().queryKey)?.brand.address;
  const dates = batch && {
    startDate: batch.start_date,
    endDate: batch.end_date,
    offers: {
      ...offer(client, course),
      availability: `https://schema.org/${isBookable(batch, today) ? 'InStock' : 'SoldOut'}`,
    },
  };
  return {
    '@type': 'CourseInstance',
    courseMode: course.e_learning ? 'Blended' : 'Onsite',
    courseWorkload: `P${duration}${isoUnits[unit]}`,
    ...(address ? { location: { '@type': 'Place', name: academyName(client), address } } : {}),
    ...dates,
  };
}

function structuredCourseOnly(client: QueryClient, course: Course, today: string) {
  const batches: Array<Batch | null> = upcomingBatches(course.batches ?? [], today).slice(0, maxBatches);
  const { featured_image_url: picture, learning_outcomes: teaches, eligibility_criteria: needs, modules } = course;
  return {
    '@type': 'Course',
    name: course.course_name,
    description: plainText(course.short_description ?? course.course_name),
    courseCode: course.course_code,
    url: publicAddress(client, coursePath(course)) ?? coursePath(course),
    inLanguage: 'en',
    provider: provider(client),
    offers: offer(client, course),
    ...(picture ? { image: publicAddress(client, picture) ?? picture } : {}),
    ...(teaches ? { teaches } : {}),
    ...(needs ? { coursePrerequisites: needs } : {}),
    ...(modules ? { about: modules.map(({ title }) => title) } : {}),
    // Without upcoming batches, one `CourseInstance` without dates still states the mode and the duration.
    hasCourseInstance: (batches.length > 0 ? batches : [null]).map((batch) =>
      courseInstance(client, course, batch, today),
    ),
  };
}

/**
 * schema.org data of a course page, for Google’s “Course info” and “Breadcrumb” results. Empty while the course is not
 * in the query cache.
 */
export function structuredCourse(client: QueryClient, { courseId, today }: { courseId: number; today: string }) {
  const course = client.getQueryData(courseQueries.detail(courseId).queryKey);
  if (!course) return [];
  const category = categoryById(course.category_id);
  const trail = [
    { name: 'Courses', path: paths.coursesList },
    ...(category ? [{ name: category.pageTitle, path: category.path }] : []),
    { name: course.course_name, path: coursePath(course) },
  ];
  return [structuredCourseOnly(client, course, today), structuredTrail(client, trail)];
}
