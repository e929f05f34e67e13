import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Course } from '../../../../contract/course.ts';
import { comparedCourses, readCompareAddress, saveIds } from '../../../../src/catalogue/compare/compared-courses.ts';
import { type Api, ApiError } from '../../../../src/lib/api.ts';
import { deleteAllDrafts } from '../../../../src/offline/session/drafts.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { yearlyPrice, yearlyTexts } from '../../../support/yearly-price.ts';
import { course, today } from '../academy.ts';
import { CompareAtAddress } from './compare-at-address.tsx';

const courses: Course[] = [
  course({
    id: 1,
    course_name: 'Radar Observer',
    duration: 5,
    total_fee: 12_000,
    eligibility_criteria: 'Watchkeepers',
  }),
  course({ id: 2, course_name: 'Tanker Safety', duration: 2, total_fee: 4000, e_learning: true }),
  course({ id: 3, course_name: 'Fire', duration: 3, total_fee: 9000, batches: [] }),
  course({ id: 4, course_name: 'Ship Security', is_active: false }),
  course({ id: 14, course_name: 'Ship Handling', is_active: false }),
  course({ id: 5, course_name: 'Steering' }),
  course({ id: 6, course_name: 'B.Tech', price: yearlyPrice }),
];

/** Serves each course by its id. Ids in `down` are refused until they are removed from the set. */
function catalogue(down: Set<number> = new Set()): Api {
  return {
    async call(endpoint, input) {
      const query = input.query as { course_id?: number; category_id?: number };
      if (endpoint.name === 'listCoursesByCategory') {
        const found = query.category_id === 4 ? courses.filter((one) => one.is_active) : [];
        return { statusCode: 200, data: { courses: found, total: found.length } } as never;
      }
      if (down.has(query.course_id ?? 0)) throw new ApiError('refused', 'Not found', 404);
      const found = courses.filter((one) => one.id === query.course_id);
      return { statusCode: 200, data: { courses: found, total: found.length } } as never;
    },
  };
}

const show = (at: string, api: Api = catalogue()) => renderInPage(<CompareAtAddress today={today} />, { api, at });
const table = () => screen.findByRole('table', { name: 'Courses side by side' });
const names = async () =>
  within(await table())
    .getAllByRole('columnheader')
    .slice(1)
    .map((head) => within(head).getAllByRole('link')[0]?.textContent);
const rowOf = async (label: string) =>
  within(
    within(await table())
      .getByRole('rowheader', { name: label })
      .closest('tr') as HTMLElement,
  )
    .getAllByRole('cell')
    .map((cell) => cell.textContent);

beforeEach(() => deleteAllDrafts());
afterEach(() => vi.restoreAllMocks());

describe('the comparison', () => {
  it('the course comparison shows the courses in the order of its URL and leaves out a row that is empty for all courses', async () => {
    await show('/courses-compare?ids=2,1');
    await waitFor(async () => expect(await names()).toEqual(['Tanker Safety', 'Radar Observer']));
    expect(await rowOf('Duration')).toEqual(['2 days', '5 days']);
    expect(await rowOf('Mode')).toEqual(['On campus, with e-learning', 'On campus']);
    expect(await rowOf('Eligibility')).toEqual(['–', 'Watchkeepers']);
    expect((await rowOf('Fee'))[0]).toContain('₹4,000');
    expect(within(await table()).queryByRole('rowheader', { name: 'Exit examination' })).toBeNull();
    const book = within(await table()).getByRole('link', { name: 'Book Tanker Safety' });
    expect(book.getAttribute('href')).toBe('/course-booking?course=2');
  });

  it('for a course with yearly fees, the course comparison shows the fee of year 1, the total and that the hostel is included', async () => {
    await show('/courses-compare?ids=6,1');
    await waitFor(async () => expect(await names()).toEqual(['B.Tech', 'Radar Observer']));
    const [fee] = await rowOf('Fee');
    for (const text of yearlyTexts) expect(fee).toContain(text);
  });

  it('a course added from its card joins the courses already in the comparison, and the URL then lists all of them', async () => {
    saveIds([2]);
    const { router } = await show('/courses-compare?add=3');
    await waitFor(async () => expect(await names()).toEqual(['Tanker Safety', 'Fire']));
    await waitFor(() => expect(router.state.location.search).toEqual({ ids: '2,3' }));
    expect(router.history.length).toBe(1);
  });

  it('the course comparison refuses a fourth course and says that one must be removed first', async () => {
    saveIds([1, 2, 3]);
    await show('/courses-compare?add=4');
    expect(await screen.findByText('You are already comparing three courses. Remove one to add another.')).toBeTruthy();
    await waitFor(async () => expect(await names()).toEqual(['Radar Observer', 'Tanker Safety', 'Fire']));
    expect(screen.queryByRole('combobox', { name: 'Add a course' })).toBeNull();
  });

  it('courses can be removed from the comparison and added to it on the comparison page', async () => {
    const person = userEvent.setup({ delay: null });
    const { router } = await show('/courses-compare?ids=1,2');
    await person.click(within(await table()).getByRole('link', { name: 'Remove Radar Observer' }));
    await waitFor(async () => expect(await names()).toEqual(['Tanker Safety']));
    expect(document.activeElement).not.toBe(document.body);
    await person.selectOptions(await screen.findByRole('combobox', { name: 'Add a course' }), 'Fire');
    // Arrow keys change the selected option, so selecting a course must not yet add it to the comparison.
    expect(await names()).toEqual(['Tanker Safety']);
    await person.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(async () => expect(await names()).toEqual(['Tanker Safety', 'Fire']));
    await waitFor(() => expect(router.state.location.search).toEqual({ ids: '2,3' }));
    await person.click(within(await table()).getByRole('link', { name: 'Remove Tanker Safety' }));
    await waitFor(async () => expect(await names()).toEqual(['Fire']));
    await person.click(within(await table()).getByRole('link', { name: 'Remove Fire' }));
    expect(await screen.findByText('No courses to compare')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Explore Courses' }).getAttribute('href')).toBe('/courses-list');
  });

  it('the course comparison scrolls to the top when it opens, but not when a course is removed', async () => {
    const person = userEvent.setup({ delay: null });
    const { router } = await show('/courses-list');
    await screen.findByText('No courses to compare');
    const scrollTo = vi.spyOn(window, 'scrollTo');
    saveIds([2]);
    act(() => void router.navigate({ href: '/courses-compare?add=3' }));
    await waitFor(async () => expect(await names()).toEqual(['Tanker Safety', 'Fire']));
    await waitFor(() => expect(router.state.resolvedLocation?.search).toEqual({ ids: '2,3' }));
    await waitFor(() => expect(scrollTo).toHaveBeenLastCalledWith(expect.objectContaining({ top: 0 })));
    scrollTo.mockClear();
    await person.click(within(await table()).getByRole('link', { name: 'Remove Fire' }));
    await waitFor(() => expect(router.state.resolvedLocation?.search).toEqual({ ids: 2 }));
    expect(scrollTo).not.toHaveBeenCalled();
  });

  it('when a course is removed from a full comparison, the fourth course, which was refused before, takes its place', async () => {
    saveIds([1, 2, 3]);
    const person = userEvent.setup({ delay: null });
    const { router } = await show('/courses-compare?add=5');
    await screen.findByText(/^You are already comparing three courses/);
    await person.click(await screen.findByRole('link', { name: 'Remove Tanker Safety' }));
    await waitFor(async () => expect(await names()).toEqual(['Radar Observer', 'Fire', 'Steering']));
    expect(screen.queryByText(/^You are already comparing three courses/)).toBeNull();
    await waitFor(() => expect(router.state.location.search).toEqual({ ids: '1,3,5' }));
  });

  it('the course comparison leaves out a course that is no longer offered, and says so', async () => {
    await show('/courses-compare?ids=1,4');
    expect(await screen.findByText('A course in this comparison is no longer offered.')).toBeTruthy();
    await waitFor(async () => expect(await names()).toEqual(['Radar Observer']));
  });

  it('the course comparison says how many courses are no longer offered if there are several', async () => {
    await show('/courses-compare?ids=4,1,14');
    expect(await screen.findByText('2 courses in this comparison are no longer offered.')).toBeTruthy();
  });

  it('removing a course that is no longer offered from the comparison makes room for another course', async () => {
    const person = userEvent.setup({ delay: null });
    const { router } = await show('/courses-compare?ids=1,4,2');
    await waitFor(async () => expect(await names()).toEqual(['Radar Observer', 'Tanker Safety']));
    expect(screen.queryByRole('combobox', { name: 'Add a course' })).toBeNull();
    await person.click(screen.getByRole('link', { name: 'Remove from the comparison' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ ids: '1,2' }));
    expect(screen.queryByText('A course in this comparison is no longer offered.')).toBeNull();
    expect(await screen.findByRole('combobox', { name: 'Add a course' })).toBeTruthy();
    expect(document.activeElement).not.toBe(document.body);
  });

  it('when an unavailable course is removed from a full comparison, the course that had no place before is added', async () => {
    const person = userEvent.setup({ delay: null });
    const { router } = await show('/courses-compare?ids=1,4,2&add=5');
    await person.click(await screen.findByRole('link', { name: 'Remove from the comparison' }));
    await waitFor(async () => expect(await names()).toEqual(['Radar Observer', 'Tanker Safety', 'Steering']));
    await waitFor(() => expect(router.state.location.search).toEqual({ ids: '1,2,5' }));
  });

  it('the course comparison shows the courses that were loaded and a button to retry those that could not be loaded', async () => {
    const down = new Set([2]);
    await show('/courses-compare?ids=1,2', catalogue(down));
    expect(screen.getByRole('status').textContent).toContain('Loading courses');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Some courses could not be loaded.');
    await waitFor(async () => expect(await names()).toEqual(['Radar Observer']));
    down.clear();
    const person = userEvent.setup({ delay: null });
    await person.click(within(alert).getByRole('button', { name: 'Try again' }));
    await waitFor(async () => expect(await names()).toEqual(['Radar Observer', 'Tanker Safety']));
  });
});

describe('the address of a comparison', () => {
  it.each([
    [{ ids: '1,2,3' }, { ids: [1, 2, 3], add: null }],
    [{ ids: 7 }, { ids: [7], add: null }],
    [{ ids: [1, 2] }, { ids: [1, 2], add: null }],
    [{ ids: '' }, { ids: [], add: null }],
    [{ ids: '1,1,x,-4,2.5' }, { ids: [1], add: null }],
    [{ add: 5 }, { ids: null, add: 5 }],
    [
      { ids: { a: 1 }, add: 'x' },
      { ids: [], add: null },
    ],
  ])('the URL parameters %j of the course comparison are read as %j', (search, address) => {
    expect(readCompareAddress(search)).toEqual(address);
  });

  it('until the saved comparison has been read, comparedCourses returns only the course that the URL adds', () => {
    expect(comparedCourses(readCompareAddress({ add: 3 }))).toEqual({ ids: [3], isFull: false });
  });

  it('a comparison URL with four courses shows the first three', () => {
    expect(comparedCourses({ ids: [1, 2, 3, 4], add: null })).toEqual({ ids: [1, 2, 3], isFull: false });
  });
});
