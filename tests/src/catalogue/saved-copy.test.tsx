import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CoursePage } from '../../../src/catalogue/course/course-page.tsx';
import { courseQueries } from '../../../src/catalogue/course.queries.ts';
import { CategoryPage } from '../../../src/catalogue/list/category-page.tsx';
import { CoursesListPage } from '../../../src/catalogue/list/courses-list-page.tsx';
import { categoryOf } from '../../../src/catalogue/list/load-category.ts';
import { connection } from '../../../src/offline/connection/page-connection.ts';
// The page loads this module lazily. Import it first, so that its load time does not count towards test timeouts.
import '../../../src/ui/as-of.tsx';
import { renderInPage } from '../../support/in-page.tsx';
import { apiWith, course, today } from './academy.ts';
import { CompareAtAddress } from './compare/compare-at-address.tsx';

const day = 86_400_000;
const aged = /^Prices and seats as of \d\d:\d\d, 3 days ago$/;
const lines = () => screen.queryAllByText(/^Prices and seats/).map(({ textContent }) => textContent);
type Page = Awaited<ReturnType<typeof renderInPage>>;

/** Makes the catalogue data of the page three days old. */
function age({ queryClient }: Page): void {
  act(() => {
    const catalogue = queryClient.getQueryCache().findAll({ queryKey: courseQueries.all() });
    for (const query of catalogue) query.setState({ dataUpdatedAt: Date.now() - 3 * day });
  });
}

async function goOffline(): Promise<void> {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await act(() => connection.probe());
}

beforeEach(() => act(() => connection.report('ours')));
afterEach(() => {
  vi.unstubAllGlobals();
  act(() => connection.report('ours'));
});

const oneCourse = { courses: [course({})], total: 1 };
const api = apiWith({
  course: course({}),
  categoryCourses: { 1: oneCourse, 2: oneCourse, 3: oneCourse, 4: oneCourse },
});
const category = categoryOf('post-sea');

const pages: ReadonlyArray<{ page: string; open: () => Promise<Page>; count: number }> = [
  { page: 'the courses list', open: () => renderInPage(<CoursesListPage today={today} />, { api }), count: 4 },
  {
    page: 'a category page',
    open: () => renderInPage(<CategoryPage category={category} today={today} />, { api }),
    count: 1,
  },
  {
    // The course page shows the age twice: at the price and at the batches.
    page: 'a course page',
    open: () => renderInPage(<CoursePage courseId={408} tab="details" today={today} />, { api }),
    count: 2,
  },
  {
    page: 'the comparison',
    open: () => renderInPage(<CompareAtAddress today={today} />, { api, at: '/courses-compare?ids=408' }),
    count: 1,
  },
];

describe('the age of prices and seats', () => {
  it.each(pages)(
    'while the server responds, no note on $page says how old the prices and seats are',
    async ({ open }) => {
      await open();
      await screen.findAllByText('Advanced Fire Fighting');
      expect(lines()).toEqual([]);
    },
  );

  it.each(pages)(
    'while the device is offline, a note on $page says how old the saved prices and seats are',
    async ({ open, count }) => {
      const page = await open();
      await screen.findAllByText('Advanced Fire Fighting');
      age(page);
      await goOffline();
      await waitFor(() => expect(lines()).toHaveLength(count), { timeout: 10_000 });
      for (const line of lines()) expect(line).toMatch(aged);
    },
  );
});

it('on a slow connection, a course page with an old saved copy says how old its prices and seats are', async () => {
  const page = await renderInPage(<CoursePage courseId={408} tab="details" today={today} />, { api });
  await screen.findAllByText('Advanced Fire Fighting');
  age(page);
  const panel = screen.getAllByRole('complementary', { name: 'Booking' })[0];
  expect(panel && (await within(panel).findByText(/^Prices and seats/)).textContent).toMatch(aged);
});
