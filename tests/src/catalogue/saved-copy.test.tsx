import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CategoryPage } from '../../../src/catalogue/category-page.tsx';
import { courseQueries } from '../../../src/catalogue/course.queries.ts';
import { CoursePage } from '../../../src/catalogue/course-page.tsx';
import { CoursesListPage } from '../../../src/catalogue/courses-list-page.tsx';
import { categoryOf } from '../../../src/catalogue/load-category.ts';
import { connection } from '../../../src/offline/page-connection.ts';
import { renderInPage } from '../../support/in-page.tsx';
import { answering, course, today } from './academy.ts';
import { CompareAtAddress } from './compare-at-address.tsx';

vi.setConfig({ testTimeout: 30_000 });

const day = 86_400_000;
const aged = /^Prices and seats as of \d\d:\d\d, 3 days ago$/;
const lines = () => screen.queryAllByText(/^Prices and seats/).map(({ textContent }) => textContent);
type Page = Awaited<ReturnType<typeof renderInPage>>;

/** What every query of the page holds was saved three days ago. */
function age({ queryClient }: Page): void {
  act(() => {
    const catalogue = queryClient.getQueryCache().findAll({ queryKey: courseQueries.all() });
    for (const query of catalogue) query.setState({ dataUpdatedAt: Date.now() - 3 * day });
  });
}

async function lose(): Promise<void> {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await act(() => connection.probe());
}

beforeEach(() => act(() => connection.hear('ours')));
afterEach(() => {
  vi.unstubAllGlobals();
  act(() => connection.hear('ours'));
});

const shelf = { courses: [course({})], total: 1 };
const api = answering({ course: course({}), shelves: { 1: shelf, 2: shelf, 3: shelf, 4: shelf } });
const category = categoryOf('post-sea');

const places: Record<string, { draw: () => Promise<Page>; lines: number }> = {
  'the courses list': { draw: () => renderInPage(<CoursesListPage today={today} />, { api }), lines: 4 },
  'a category': { draw: () => renderInPage(<CategoryPage category={category} today={today} />, { api }), lines: 1 },
  'a course, at its price and at its batches': {
    draw: () => renderInPage(<CoursePage courseId={408} tab="details" today={today} />, { api }),
    lines: 2,
  },
  'the comparison': {
    draw: () => renderInPage(<CompareAtAddress today={today} />, { api, at: '/courses-compare?ids=408' }),
    lines: 1,
  },
};

describe.each(Object.entries(places))('prices and seats of %s', (_, { draw, lines: expected }) => {
  it('say nothing of their age while our server answers', async () => {
    await draw();
    await screen.findAllByText('Advanced Fire Fighting');
    expect(lines()).toEqual([]);
  });

  it('say from when they are without a connection', async () => {
    const page = await draw();
    await screen.findAllByText('Advanced Fire Fighting');
    age(page);
    await lose();
    // Twenty cards are drawn anew: long on a busy machine.
    await waitFor(() => expect(lines()).toHaveLength(expected), { timeout: 15_000 });
    for (const line of lines()) expect(line).toMatch(aged);
  });
});

it('an old copy says so on a line too slow for a new one as well', async () => {
  const page = await renderInPage(<CoursePage courseId={408} tab="details" today={today} />, { api });
  await screen.findAllByText('Advanced Fire Fighting');
  age(page);
  const panel = screen.getAllByRole('complementary', { name: 'Booking' })[0];
  expect(panel && (await within(panel).findByText(/^Prices and seats/)).textContent).toMatch(aged);
});
