import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Answered, answeringApi, refusal } from '../../support/answers.ts';
import { brand, course, footer } from '../catalogue/academy.ts';
import { department, departmentList } from '../catalogue/departments/departments.ts';
import { cmsPage } from '../content/cms/pages.ts';
import { openAddress } from './open-address.tsx';

const good = (data: unknown): Answered => ({ body: { statusCode: 200, data } });

function open(address: string, answers: Record<string, Answered | (() => Answered)>) {
  const { api } = answeringApi({
    'GET /api/cms/header': good({ brand, items: [] }),
    'GET /api/cms/footer': good(footer),
    'GET /api/departments': departmentList(department()),
    ...answers,
  });
  return openAddress(address, { api, before: '/departments' });
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name }, { timeout: 10_000 });
const canonical = '/departments/details/1/nautical-science';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the address of a department', () => {
  it('a department page that is opened with a wrong slug in the URL redirects to the canonical URL and keeps the selected tab', async () => {
    const { router, history } = await open('/departments/details/1/nautical?tab=courses', {});
    expect(await heading('The deck department')).toBeTruthy();
    expect(router.state.location.href).toBe(`${canonical}?tab=courses`);
    expect(history.length).toBe(2);
    history.back();
    expect(await heading('Departments')).toBeTruthy();
  });

  it.each(['/departments/details/1/nautical-science', '/departments/details/x/y'])(
    'the URL of an unknown department shows “Page not found”: %s',
    async (address) => {
      await open(address, { 'GET /api/departments': departmentList() });
      expect(await heading('Page not found.')).toBeTruthy();
    },
  );
});

describe('a page that no longer exists', () => {
  const courseList = (...courses: unknown[]) => good({ courses, total: courses.length, page: 1, limit: 10 });
  it.each([
    ['course', '/course-booking/fire-fighting-408', 'GET /api/course', 'Advanced Fire Fighting', courseList],
    ['department', canonical, 'GET /api/departments', 'The deck department', departmentList],
  ])(
    'an open %s page changes to “Page not found” when a reload of its data finds nothing',
    async (kind, address, call, name, list) => {
      let answer = kind === 'course' ? courseList(course({})) : departmentList(department());
      const { router } = await open(address, { [call]: () => answer });
      expect(await heading(name)).toBeTruthy();
      answer = list();
      const { queryClient } = router.options.context;
      await act(() => queryClient.invalidateQueries());
      expect(await heading('Page not found.')).toBeTruthy();
      expect(screen.getByRole('link', { name: 'Explore Courses' })).toBeTruthy();
      await waitFor(() => expect(document.title).toBe('Page not found.'));
    },
  );
});

describe('the address of a page of the content service', () => {
  it.each([
    ['/about-us', 'about'],
    ['/governing-board', 'governing-body'],
    ['/principal-message', 'principal-message'],
    ['/why-landfall', 'why-landfall'],
    ['/mission-vision', 'mission-vision'],
    ['/contact-us', 'contact'],
  ])('the URL %s shows the content of the CMS page “%s”', async (address, name) => {
    await open(address, { [`GET /api/cms/content/${name}`]: good(cmsPage()) });
    expect(await heading('Seafarers teaching seafarers')).toBeTruthy();
    await waitFor(() => expect(document.title).toBe('About us | Harbour Academy'));
  });

  it('the contact form is prefilled with the subject and message from the URL’s query string', async () => {
    await open('/contact-us?subject=fees&message=Which%20fees%3F', { 'GET /api/cms/content/contact': good(cmsPage()) });
    expect(await screen.findByDisplayValue('Which fees?', {}, { timeout: 10_000 })).toBeTruthy();
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: /^Subject/ }).value).toBe('fees');
  });

  it('a CMS page that could not be loaded shows an error and a button “Try again”, which loads the page', async () => {
    // Keep the log clean, because React and the router log each error that an error boundary catches.
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    let answer: Answered = refusal(404, 'NOT_FOUND');
    await open('/mission-vision', { 'GET /api/cms/content/mission-vision': () => answer });
    expect(await heading('This page could not be loaded')).toBeTruthy();
    answer = good(cmsPage());
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await heading('Seafarers teaching seafarers')).toBeTruthy();
  });
});
