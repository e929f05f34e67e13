import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { CategoryPage } from '../../../src/catalogue/category-page.tsx';
import { CoursesListPage } from '../../../src/catalogue/courses-list-page.tsx';
import { categoryOf } from '../../../src/catalogue/load-category.ts';
import { renderInPage } from '../../support/in-page.tsx';
import { answering, batch, course, today } from './academy.ts';

const eight = Array.from({ length: 8 }, (_, place) => course({ id: place + 1, course_name: `Course ${place + 1}` }));
const none = { courses: [], total: 0 };

describe('the courses list', () => {
  it('has the four sections in order, with at most six active courses and the total', async () => {
    const [first, ...others] = eight;
    const courses = first ? [{ ...first, is_active: false }, ...others] : [];
    await renderInPage(<CoursesListPage today={today} />, {
      api: answering({ shelves: { 3: { courses, total: 33 }, 4: none, 2: none, 1: none } }),
    });
    expect(await screen.findByText('Showing 6 of 33 courses')).toBeTruthy();
    const titles = screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent);
    expect(titles).toEqual(['Pre-Sea Programs', 'Post-Sea', 'Management', 'Value-added']);
    const shelf = screen.getByRole('region', { name: 'Pre-Sea Programs' });
    expect(within(shelf).getAllByRole('link', { name: /^View Course/ })).toHaveLength(6);
    expect(within(shelf).queryByText('Course 1')).toBeNull();
  });

  it('says where a category is empty', async () => {
    const shelves = { 3: none, 4: none, 2: none, 1: none };
    await renderInPage(<CoursesListPage today={today} />, { api: answering({ shelves }) });
    await waitFor(() => expect(screen.getAllByText('No courses found in this category')).toHaveLength(4));
  });

  it('keeps the skeleton, loads nothing in words, and says what happened where a category did not come, and asks again', async () => {
    const shelves: Record<number, typeof none> = { 3: none, 4: none, 2: none };
    await renderInPage(<CoursesListPage today={today} />, { api: answering({ shelves }) });
    const shelf = screen.getByRole('region', { name: 'Value-added' });
    const alert = await within(shelf).findByRole('alert', {}, { timeout: 3000 });
    expect(alert.textContent).toContain('Value-added courses could not be loaded.');
    expect(shelf.querySelectorAll('[data-shape="picture"]')).toHaveLength(3);
    expect(within(shelf).queryByRole('status')).toBeNull();
    shelves[1] = none;
    await userEvent.click(within(shelf).getByRole('button', { name: 'Try again' }));
    expect(await within(shelf).findByText('No courses found in this category')).toBeTruthy();
  });

  it.each([
    ['Pre-Sea Programs', 'Pre-Sea'],
    ['Post-Sea', 'Post-Sea'],
    ['Management', 'Management'],
    ['Value-added', 'Value-added'],
  ])('opens the contact form with what it is about from Schedule Counseling of %s', async (title, name) => {
    await renderInPage(<CoursesListPage today={today} />, { api: answering({}) });
    const shelf = within(screen.getByRole('region', { name: title }));
    const href = shelf.getByRole('link', { name: 'Schedule Counseling' }).getAttribute('href') ?? '';
    const { pathname, searchParams } = new URL(href, 'https://site.invalid');
    expect(pathname).toBe('/contact-us');
    expect(Object.fromEntries(searchParams)).toEqual({
      subject: 'course',
      message: `I would like counseling on ${name} courses.`,
    });
  });
});

describe('a card', () => {
  const show = async (change: Parameters<typeof course>[0]) => {
    const shelves = { 4: { courses: [course(change)], total: 1 } };
    await renderInPage(<CategoryPage category={categoryOf('post-sea')} today={today} />, {
      api: answering({ shelves }),
    });
  };

  it('tells what, how long, how much, when next and how many seats', async () => {
    await show({ batches: [batch({ available: 4 })] });
    expect(await screen.findByRole('heading', { name: 'Advanced Fire Fighting' })).toBeTruthy();
    expect(screen.getByText('6 days')).toBeTruthy();
    expect(screen.getByText('₹8,024')).toBeTruthy();
    expect(screen.getByText('1 Dec 2026')).toBeTruthy();
    expect(screen.getByText('Only 4 seats left')).toBeTruthy();
    const link = screen.getByRole('link', { name: /View Course/ });
    expect(link.getAttribute('href')).toBe('/course-booking/advanced-fire-fighting-408');
  });

  it('has the course’s picture and the name of its category', async () => {
    await show({ featured_image_url: '/media/courses/post-sea-flame-640.webp' });
    const card = (await screen.findByRole('heading', { name: 'Advanced Fire Fighting' })).closest('li');
    expect(card?.querySelector('img')?.getAttribute('src')).toBe('/media/courses/post-sea-flame-640.webp');
    expect(within(card as HTMLElement).getByText('Post-Sea')).toBeTruthy();
  });

  it.each([
    [[batch({ available: 0 })], 'All batches full'],
    [[], 'Yet to be scheduled'],
    [[batch({ available: 6 })], '6 seats left'],
    [[batch({ available: 1 })], 'Only 1 seat left'],
  ])('says why there is no next batch, or how near to full it is', async (batches, text) => {
    await show({ batches });
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('has struck price and badge beside the price', async () => {
    await show({ price: { main: 7000, struck: 8024, percent_off: 13 } });
    expect(await screen.findByText('₹7,000')).toBeTruthy();
    expect(screen.getByText('13% off')).toBeTruthy();
  });
});

describe('a category listing', () => {
  it('says that it loads until it has failed', async () => {
    const category = categoryOf('post-sea');
    await renderInPage(<CategoryPage category={category} today={today} />, { api: answering({}) });
    expect(screen.getByRole('status').textContent).toBe('Loading Post-Sea courses');
    expect(await screen.findByRole('alert', {}, { timeout: 3000 })).toBeTruthy();
    expect(screen.queryByRole('status')).toBeNull();
  });

  it.each([
    ['pre-sea', 'Pre Sea Courses'],
    ['post-sea', 'Post Sea Courses'],
    ['management', 'Management Courses'],
    ['value-added', 'Value added Courses'],
  ] as const)('of %s is titled as specified', async (key, title) => {
    const category = categoryOf(key);
    await renderInPage(<CategoryPage category={category} today={today} />, {
      api: answering({ shelves: { [category.id]: none } }),
    });
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
    expect(await screen.findByText('No courses found in this category')).toBeTruthy();
  });
});
