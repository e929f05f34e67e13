import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Enrolment } from '../../../../contract/enrolments.ts';
import { CourseCalendar } from '../../../../src/student/courses/course-calendar.tsx';
import { CoursesTab } from '../../../../src/student/courses/courses-tab.tsx';
import { enrolmentQueries } from '../../../../src/student/courses/enrolment.queries.ts';
import { keepOrder } from '../../../../src/student/orders/order.queries.ts';
import { type Answered, answeringApi, refusal } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { order, studentId } from '../../checkout/orders.ts';
import { enrolment } from './enrolments.ts';

const listed = (...courses: Enrolment[]): Answered => ({ body: { statusCode: 200, data: courses } });
const running = enrolment({ id: 2, course_name: 'Radar', status: 'active', tags: 'bridge, simulator' });
const over = enrolment({
  id: 3,
  course_name: 'First Aid',
  status: 'completed',
  start_date: '2026-01-05',
  end_date: '2026-01-06',
});

async function open(answered: Answered | (() => Answered), view?: string) {
  const { api, sent } = answeringApi({
    'GET /api/users/student/courses': answered,
    'GET /api/users/student/orders': { body: { statusCode: 200, data: [] } },
  });
  const drawn = await renderInPage(<CoursesTab studentId={studentId} phone={null} view={view} />, { api });
  return { ...drawn, sent, person: userEvent.setup() };
}

const shown = () =>
  within(screen.getByRole('list', { name: 'Courses' }))
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('My Courses', () => {
  it.each([
    [undefined, 'Active', 'Radar'],
    ['completed', 'Completed', 'First Aid'],
    ['upcoming', 'Upcoming', 'Fire Fighting'],
  ])('shows the courses of a tab (%s)', async (view, tab, name) => {
    await open(listed(enrolment(), running, over), view);
    expect(await screen.findByRole('tab', { name: tab, selected: true })).toBeTruthy();
    expect(shown()).toEqual([name]);
  });

  it('says of a course when, where, in which batch and how to join', async () => {
    await open(listed(enrolment({ package_name: 'Sea Start' })), 'upcoming');
    const entry = await screen.findByRole('list', { name: 'Courses' });
    for (const text of [
      '1 Dec 2026 - 3 Dec 2026',
      '3 days',
      'Batch71',
      '1 Quay Road, Chennai',
      'In person',
      'LF-2026-000123, in Sea Start',
      '08:15 at reception',
      'Passport',
      'By bus.',
      'STCW',
    ])
      expect(entry.textContent).toContain(text);
    expect(screen.getByRole('link', { name: 'Map' }).getAttribute('href')).toBe('https://maps.example.com/');
    expect(screen.getByRole('link', { name: /^View receipt/ }).getAttribute('href')).toBe(
      '/course-booking/receipt/LF-2026-000123',
    );
  });

  it('leads to the course booking route', async () => {
    await open(listed());
    const link = await screen.findByRole('link', { name: 'Browse More Courses' });
    expect(link.getAttribute('href')).toBe('/course-booking');
    expect(await screen.findByText('No courses yet')).toBeTruthy();
  });

  it('searches names and tags after a pause, and says what it found', async () => {
    const bridge = enrolment({ id: 4, course_name: 'ECDIS', status: 'active', tags: 'charts' });
    const { person } = await open(listed(running, bridge));
    await person.type(await screen.findByRole('searchbox', { name: 'Search your courses' }), 'SIMULATOR rad');
    await waitFor(() => expect(shown()).toEqual(['Radar']));
    expect(screen.getByRole('status').textContent).toBe('1 course');
    await person.clear(screen.getByRole('searchbox'));
    expect(shown()).toEqual(['Radar', 'ECDIS']);
  });

  it('says that nothing here matches, and what matches elsewhere', async () => {
    const { person } = await open(listed(running, over));
    await person.type(await screen.findByRole('searchbox'), 'first aid');
    expect(await screen.findByText('No course here matches “first aid”')).toBeTruthy();
    expect(screen.getByText(/In all tabs: 1 course\./)).toBeTruthy();
  });

  it.each([
    [undefined, 'No active courses'],
    ['completed', 'No completed courses yet'],
    ['upcoming', 'No upcoming courses'],
  ])('says what will stand in an empty tab (%s)', async (view, text) => {
    const other = view === 'upcoming' ? running : enrolment();
    await open(listed(other), view);
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('says that they could not be loaded, and tries again', async () => {
    let isBack = false;
    const { person } = await open(() => (isBack ? listed(running) : refusal(403, 'FORBIDDEN')));
    await screen.findByText('Your courses could not be loaded.');
    isBack = true;
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Radar')).toBeTruthy();
  });

  it('is kept on the device, and asked for anew when an order has come to its end', async () => {
    expect(enrolmentQueries.list(studentId).meta).toEqual({ persist: 'student' });
    const { queryClient, sent } = await open(listed(running));
    await screen.findByText('Radar');
    await keepOrder(queryClient, studentId, order());
    expect(sent.filter(({ url }) => url === '/api/users/student/courses')).toHaveLength(2);
  });
});

describe('the calendar file', () => {
  async function saved(press: RegExp) {
    let blob: Blob | undefined;
    const create = vi.fn((made: Blob) => {
      blob = made;
      return 'blob:made';
    });
    Object.assign(URL, { createObjectURL: create, revokeObjectURL: () => {} });
    let name = '';
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      name = this.download;
    });
    const { person } = await open(listed(running, over));
    await person.click(await screen.findByRole('button', { name: press }));
    return { name, text: (await blob?.text()) ?? '' };
  }

  it('is made for one course', async () => {
    const { name, text } = await saved(/^Save to calendar/);
    expect(name).toBe('ff.ics');
    expect(text).toContain('SUMMARY:Radar');
    expect(text).not.toContain('First Aid');
  });

  it('is made for all', async () => {
    const { name, text } = await saved(/^Save all to calendar/);
    expect(name).toBe('landfall-courses.ics');
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(2);
  });
});

describe('the calendar', () => {
  async function openCalendar() {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-12-02T06:30:00Z') });
    const { api } = answeringApi({});
    await renderInPage(<CourseCalendar courses={[enrolment(), over]} />, { api });
    return userEvent.setup();
  }

  it('opens at the address’s word', async () => {
    await open(listed(running), 'calendar');
    expect(await screen.findByRole('table', { name: /^Booked courses in/ })).toBeTruthy();
    expect(screen.queryByRole('tablist')).toBeNull();
  });

  it('shows the month of today with its bars, days and list', async () => {
    await openCalendar();
    const table = screen.getByRole('table', { name: 'Booked courses in December 2026' });
    expect(within(table).getAllByRole('columnheader')).toHaveLength(7);
    const today = within(table).getByText('2 Dec 2026').closest('td');
    expect(today?.getAttribute('aria-current')).toBe('date');
    expect(today?.textContent).toContain('Fire Fighting, day 2 of 3');
    expect(table.querySelectorAll('[aria-current]')).toHaveLength(1);
    const agenda = screen.getByRole('list', { name: 'Booked in December 2026' });
    expect(agenda.textContent).toContain('1 Dec 2026 - 3 Dec 2026');
  });

  it('goes from month to month, to the nearest booking and back to today', async () => {
    const person = await openCalendar();
    await person.click(screen.getByRole('button', { name: 'Previous month' }));
    expect(screen.getByRole('heading', { name: 'November 2026' })).toBeTruthy();
    expect(screen.getByText('Nothing is booked in November 2026.')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Go to December 2026' }));
    await person.click(screen.getByRole('button', { name: 'Next month' }));
    expect(screen.getByRole('heading', { name: 'January 2027' })).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Today' }));
    expect(screen.getByRole('heading', { name: 'December 2026' })).toBeTruthy();
  });
});
