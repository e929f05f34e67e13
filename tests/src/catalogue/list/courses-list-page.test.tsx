import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { categories } from '../../../../contract/categories.ts';
import { coursesOnListPage, pageLimit } from '../../../../contract/limits.ts';
import { lowDataCookie } from '../../../../contract/low-data.ts';
import { CategoryPage } from '../../../../src/catalogue/list/category-page.tsx';
import { CoursesListPage } from '../../../../src/catalogue/list/courses-list-page.tsx';
import { categoryOf } from '../../../../src/catalogue/list/load-category.ts';
import { type Api, ApiError } from '../../../../src/lib/api.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { yearlyPrice, yearlyTexts } from '../../../support/yearly-price.ts';
import { apiWith, batch, course, today } from '../academy.ts';

const eight = Array.from({ length: 8 }, (_, index) => course({ id: index + 1, course_name: `Course ${index + 1}` }));
const none = { courses: [], total: 0 };

describe('the courses list', () => {
  it('the courses list has a section for each of four categories, with at most six active courses and the total number', async () => {
    const [first, ...others] = eight;
    const courses = first ? [{ ...first, is_active: false }, ...others] : [];
    await renderInPage(<CoursesListPage today={today} />, {
      api: apiWith({ categoryCourses: { 3: { courses, total: 33 }, 4: none, 2: none, 1: none } }),
    });
    expect(await screen.findByText('Showing 6 of 33 courses')).toBeTruthy();
    const titles = screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent);
    expect(titles).toEqual(['Pre-Sea Programs', 'Post-Sea', 'Management', 'Value-added']);
    const section = screen.getByRole('region', { name: 'Pre-Sea Programs' });
    expect(within(section).getAllByRole('link', { name: /^View Course/ })).toHaveLength(6);
    expect(within(section).queryByText('Course 1')).toBeNull();
  });

  describe('the requests of the courses list', () => {
    const listOfEight = { courses: eight, total: 8 };
    const responses = { categoryCourses: { 3: listOfEight, 4: none, 2: none, 1: none } };

    /** Opens the courses list and returns the `limit` of each of its calls. Calls with the limit `failsAt` fail. */
    async function limitsOfCalls({ failsAt = 0 } = {}) {
      const limits: number[] = [];
      const { call } = apiWith(responses);
      const api: Api = {
        call(endpoint, input, options) {
          const { limit = 0 } = (input.query ?? {}) as { limit?: number };
          if (limit > 0) limits.push(limit);
          return limit === failsAt
            ? Promise.reject(new ApiError('refused', 'No such response', 404))
            : call(endpoint, input, options);
        },
      };
      await renderInPage(<CoursesListPage today={today} />, { api });
      const section = screen.getByRole('region', { name: 'Pre-Sea Programs' });
      await waitFor(() => expect(within(section).getAllByRole('link', { name: /^View Course/ })).toHaveLength(6));
      await screen.findAllByText('No courses found in this category');
      return limits;
    }

    it('the courses list requests all courses of each category, so that they are saved for offline use', async () => {
      expect(await limitsOfCalls()).toEqual(categories.map(() => pageLimit));
    });

    it('in low-data mode, the courses list requests only the first six courses of each category', async () => {
      const cookie = vi.spyOn(document, 'cookie', 'get').mockReturnValue(`${lowDataCookie}=on`);
      expect(await limitsOfCalls()).toEqual(categories.map(() => coursesOnListPage));
      cookie.mockRestore();
    });

    it('in low-data mode, if the request for the first six courses fails, the courses list requests all courses, because these may be saved', async () => {
      const cookie = vi.spyOn(document, 'cookie', 'get').mockReturnValue(`${lowDataCookie}=on`);
      await limitsOfCalls({ failsAt: coursesOnListPage });
      cookie.mockRestore();
    });
  });

  it('when a category has no courses, the courses list says so', async () => {
    const categoryCourses = { 3: none, 4: none, 2: none, 1: none };
    await renderInPage(<CoursesListPage today={today} />, { api: apiWith({ categoryCourses }) });
    await waitFor(() => expect(screen.getAllByText('No courses found in this category')).toHaveLength(4));
  });

  it('a category of the courses list that cannot be loaded keeps its placeholder cards, shows an error and can be retried', async () => {
    const categoryCourses: Record<number, typeof none> = { 3: none, 4: none, 2: none };
    await renderInPage(<CoursesListPage today={today} />, { api: apiWith({ categoryCourses }) });
    const section = screen.getByRole('region', { name: 'Value-added' });
    const alert = await within(section).findByRole('alert');
    expect(alert.textContent).toContain('Value-added courses could not be loaded.');
    expect(section.querySelectorAll('[data-shape="picture"]')).toHaveLength(3);
    expect(within(section).queryByRole('status')).toBeNull();
    categoryCourses[1] = none;
    await userEvent.setup({ delay: null }).click(within(section).getByRole('button', { name: 'Try again' }));
    expect(await within(section).findByText('No courses found in this category')).toBeTruthy();
  });

  it.each([
    ['Pre-Sea Programs', 'Pre-Sea'],
    ['Post-Sea', 'Post-Sea'],
    ['Management', 'Management'],
    ['Value-added', 'Value-added'],
  ])(
    'the link “Schedule Counseling” of the category %s leads to the contact form with a prepared message',
    async (title, name) => {
      await renderInPage(<CoursesListPage today={today} />, { api: apiWith({}) });
      const section = within(screen.getByRole('region', { name: title }));
      const href = section.getByRole('link', { name: 'Schedule Counseling' }).getAttribute('href') ?? '';
      const { pathname, searchParams, hash } = new URL(href, 'https://site.invalid');
      expect([pathname, hash]).toEqual(['/contact-us', '#write']);
      expect(Object.fromEntries(searchParams)).toEqual({
        subject: 'course',
        message: `I would like counseling on ${name} courses.`,
      });
    },
  );
});

describe('a course card', () => {
  const show = async (change: Parameters<typeof course>[0]) => {
    const categoryCourses = { 4: { courses: [course(change)], total: 1 } };
    await renderInPage(<CategoryPage category={categoryOf('post-sea')} today={today} />, {
      api: apiWith({ categoryCourses }),
    });
  };

  it('a course card shows name, duration, price, next batch and seats left', async () => {
    await show({ batches: [batch({ available: 4 })] });
    expect(await screen.findByRole('heading', { name: 'Advanced Fire Fighting' })).toBeTruthy();
    expect(screen.getByText('6 days')).toBeTruthy();
    expect(screen.getByText('₹8,024')).toBeTruthy();
    expect(screen.getByText('1 Dec 2026')).toBeTruthy();
    expect(screen.getByText('Only 4 seats left')).toBeTruthy();
    const link = screen.getByRole('link', { name: /View Course/ });
    expect(link.getAttribute('href')).toBe('/course-booking/advanced-fire-fighting-408');
  });

  it('a course card shows the picture of the course and the name of its category', async () => {
    await show({ featured_image_url: '/media/courses/post-sea-flame-640.webp' });
    const card = (await screen.findByRole('heading', { name: 'Advanced Fire Fighting' })).closest('li');
    expect(card?.querySelector('img')?.getAttribute('src')).toBe('/media/courses/post-sea-flame-640.webp');
    expect(within(card as HTMLElement).getByText('Post-Sea')).toBeTruthy();
  });

  it.each([
    ['All batches full', [batch({ available: 0 })]],
    ['Yet to be scheduled', []],
    ['Yet to be scheduled', [batch({ status: 'closed' })]],
    ['All batches full', [batch({ status: 'closed' }), batch({ id: 2, start_date: '2026-12-20', available: 0 })]],
    ['6 seats left', [batch({ available: 6 })]],
    ['Only 1 seat left', [batch({ available: 1 })]],
  ])(
    'a course card says how many seats are left, that all batches are full or that none is scheduled: %s',
    async (text, batches) => {
      await show({ batches });
      expect(await screen.findByText(text)).toBeTruthy();
    },
  );

  it('the card of a course with yearly fees shows the fee of year 1, the total and that the hostel is included', async () => {
    await show({ price: yearlyPrice });
    const card = (await screen.findByRole('heading', { name: 'Advanced Fire Fighting' })).closest('li');
    for (const text of yearlyTexts) expect(card?.textContent).toContain(text);
  });

  it('a course card shows the discounted price and the discount', async () => {
    await show({ price: { main: 7000, struck: 8024, percent_off: 13 } });
    expect(await screen.findByText('₹7,000')).toBeTruthy();
    expect(screen.getByText('13% off')).toBeTruthy();
  });
});

describe('a category page', () => {
  it('a category page says that it is loading until the request fails, and then shows an error', async () => {
    const category = categoryOf('post-sea');
    await renderInPage(<CategoryPage category={category} today={today} />, { api: apiWith({}) });
    expect(screen.getByRole('status').textContent).toBe('Loading Post-Sea courses');
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(screen.queryByRole('status')).toBeNull();
  });

  it.each([
    ['pre-sea', 'Pre Sea Courses'],
    ['post-sea', 'Post Sea Courses'],
    ['management', 'Management Courses'],
    ['value-added', 'Value added Courses'],
  ] as const)('the page of the %s category has the title %s', async (key, title) => {
    const category = categoryOf(key);
    await renderInPage(<CategoryPage category={category} today={today} />, {
      api: apiWith({ categoryCourses: { [category.id]: none } }),
    });
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
    expect(await screen.findByText('No courses found in this category')).toBeTruthy();
  });

  it.each([
    ['', 'Showing 2 of 250 courses'],
    ['?q=tanker', '1 of the first 2 courses'],
  ])(
    'a category page that has loaded only 2 of 250 courses says so and links to the search (URL query: %j)',
    async (search, text) => {
      const category = categoryOf('post-sea');
      const courses = [course(), course({ id: 409, course_name: 'Tanker Safety' })];
      await renderInPage(<CategoryPage category={category} today={today} />, {
        api: apiWith({ categoryCourses: { [category.id]: { courses, total: 250 } } }),
        at: `${category.path}${search}`,
      });
      expect(await screen.findByText(text)).toBeTruthy();
      expect(screen.getByText(/Only the first 2 courses are listed and filtered here/)).toBeTruthy();
      expect(screen.getByRole('link', { name: 'Search all courses' }).getAttribute('href')).toBe('/search');
    },
  );
});
