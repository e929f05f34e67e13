import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Enrolment } from '../../../../contract/enrolments.ts';
import type { Order } from '../../../../contract/orders.ts';
import { CourseCalendar } from '../../../../src/student/courses/calendar/course-calendar.tsx';
import { CoursesTab } from '../../../../src/student/courses/courses-tab.tsx';
import { enrolmentQueries } from '../../../../src/student/courses/enrolment.queries.ts';
import { cacheOrder } from '../../../../src/student/orders/order.queries.ts';
import { type Answered, answeringApi, refusal } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { order, studentId } from '../../checkout/orders.ts';
import { enrolment } from './enrolments.ts';

const listed = (...courses: Enrolment[]): Answered => ({ body: { statusCode: 200, data: courses } });
const running = enrolment({ id: 2, course_name: 'Radar', status: 'active', tags: 'bridge, simulator' });
const completed = enrolment({
  id: 3,
  course_name: 'First Aid',
  status: 'completed',
  start_date: '2026-01-05',
  end_date: '2026-01-06',
});

async function open(answered: Answered | (() => Answered), view?: string, orders: Order[] = []) {
  const { api, sent } = answeringApi({
    'GET /api/users/student/courses': answered,
    'GET /api/users/student/orders': { body: { statusCode: 200, data: orders } },
  });
  const drawn = await renderInPage(<CoursesTab studentId={studentId} phone={null} view={view} />, { api });
  return { ...drawn, sent, person: userEvent.setup({ delay: null }) };
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
  ])(
    'when the view parameter of the URL is %s, My Courses shows the tab “%s” with the course %s',
    async (view, tab, name) => {
      await open(listed(enrolment(), running, completed), view);
      expect(await screen.findByRole('tab', { name: tab, selected: true })).toBeTruthy();
      expect(shown()).toEqual([name]);
    },
  );

  it('an empty tab of My Courses shows a link to another tab that has courses', async () => {
    await open(listed(enrolment({ id: 5 }), enrolment({ id: 6 }), completed));
    expect(await screen.findByText('No active courses')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'See 2 upcoming courses' });
    expect(link.getAttribute('href')).toBe('/profile?tab=courses&view=upcoming');
  });

  it('My Courses links to the PDF of the certificate of a completed course', async () => {
    await open(listed({ ...completed, certificate_number: 'LFC-2026-000001-4F7A91C20B' }), 'completed');
    const link = await screen.findByRole('link', { name: 'Download certificate: First Aid' });
    expect(link.getAttribute('href')).toBe(
      '/api/users/student/certificates/LFC-2026-000001-4F7A91C20B/certificate.pdf',
    );
  });

  it.each([
    ['failed', 'Not passed'],
    ['absent', 'Absent from all sessions'],
  ] as const)('My Courses shows why a course was not completed: %s', async (not_completed, why) => {
    await open(listed({ ...completed, not_completed }), 'completed');
    const entry = await screen.findByRole('list', { name: 'Courses' });
    within(entry).getByText(/^Not completed, /);
    within(entry).getByText(why);
  });

  it('for a cancelled course batch, My Courses shows until when the student can choose another batch or a refund', async () => {
    await open(listed(enrolment({ cancelled: { choose_until: '2026-11-20T06:30:00.000Z' } })), 'upcoming');
    const entry = await screen.findByRole('list', { name: 'Courses' });
    within(entry).getByText('Cancelled: choose another batch or a refund');
    within(entry).getByText(/by the link in our email before 20 Nov 2026, 12:00 \(Indian time\)/);
    within(entry).getByText('Cancelled, was 1 Dec 2026 – 3 Dec 2026');
    expect(within(entry).queryByText('Joining instructions')).toBeNull();
    expect(within(entry).queryByText(/^(Add to calendar|Share)/)).toBeNull();
  });

  it('My Courses offers no calendar file to a student all of whose batches were cancelled', async () => {
    await open(listed(enrolment({ cancelled: { choose_until: null } })), 'upcoming');
    await screen.findByRole('list', { name: 'Courses' });
    expect(screen.getByRole('navigation', { name: 'Show as' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add all to calendar' })).toBeNull();
  });

  it('if a student cannot choose another batch or a refund for a cancelled batch, My Courses says that the academy will contact the student', async () => {
    await open(listed(enrolment({ cancelled: { choose_until: null } })), 'upcoming');
    await screen.findByText(/The academy will call or write to you/);
    await open(listed(enrolment({ cancelled: { choose_until: null } })), 'calendar');
    expect(await screen.findByText(/^Nothing is booked in/)).toBeTruthy();
  });

  it('My Courses shows the dates, place, batch and joining instructions of a course', async () => {
    await open(listed(enrolment({ package_name: 'Sea Start' })), 'upcoming');
    const entry = await screen.findByRole('list', { name: 'Courses' });
    for (const text of [
      '1 Dec 2026 – 3 Dec 2026',
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

  it('My Courses shows to which address the confirmation was emailed, and can share a course as text', async () => {
    const share = vi.fn(async (_: ShareData) => {});
    Object.assign(navigator, { share });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'));
    const mailed = { to: 'a****a@example.com', state: 'sent' } as const;
    const booked = order({ order_id: 'LF-2026-000123', confirmation_email: mailed });
    const { person } = await open(listed(enrolment()), 'upcoming', [booked]);
    expect(await screen.findByText('Mailed to a****a@example.com.')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Share: Fire Fighting' }));
    await waitFor(() =>
      expect(share).toHaveBeenCalledWith({
        title: 'Booking LF-2026-000123',
        text: 'Fire Fighting: 1 Dec 2026 – 3 Dec 2026\n08:15 at reception\n1 Quay Road, Chennai\nhttps://maps.example.com/',
      }),
    );
  });

  it('My Courses lists what to bring and which documents are missing for an upcoming, but not for a completed course', async () => {
    const { joining } = enrolment();
    const lacking = { ...joining, bring: ['A notebook'], missing_documents: ['Passport'] };
    const { unmount } = await open(listed(enrolment({ joining: lacking })), 'upcoming');
    const entry = await screen.findByRole('list', { name: 'Courses' });
    expect(entry.textContent).toContain('A notebook');
    expect(within(entry).getByText('Documents still missing')).toBeTruthy();
    expect(within(entry).getByRole('link', { name: 'Upload to My Documents' }).getAttribute('href')).toBe(
      '/profile?tab=documents',
    );
    unmount();
    await open(listed(enrolment({ status: 'completed', joining: lacking })), 'completed');
    await screen.findByRole('list', { name: 'Courses' });
    expect(screen.queryByText('Documents still missing')).toBeNull();
  });

  it('My Courses shows a student without courses the text “No courses yet” and a link to the booking page', async () => {
    await open(listed());
    const link = await screen.findByRole('link', { name: 'Browse More Courses' });
    expect(link.getAttribute('href')).toBe('/course-booking');
    expect(await screen.findByText('No courses yet')).toBeTruthy();
  });

  it('My Courses shows the tabs and the search field even to a student without courses', async () => {
    await open(listed());
    expect(await screen.findByRole('searchbox', { name: 'Search your courses' })).toBeTruthy();
    for (const name of ['Active', 'Completed', 'Upcoming']) expect(screen.getByRole('tab', { name })).toBeTruthy();
  });

  it('My Courses finds courses by name and tag, and shows the number of courses found', async () => {
    const bridge = enrolment({ id: 4, course_name: 'ECDIS', status: 'active', tags: 'charts' });
    const { person } = await open(listed(running, bridge));
    await person.type(await screen.findByRole('searchbox', { name: 'Search your courses' }), 'SIMULATOR rad');
    await waitFor(() => expect(shown()).toEqual(['Radar']));
    expect(screen.getByRole('status').textContent).toBe('1 course');
    await person.clear(screen.getByRole('searchbox'));
    expect(shown()).toEqual(['Radar', 'ECDIS']);
  });

  it('My Courses shows the number of matches in all tabs when a search finds no course in the open tab', async () => {
    const { person } = await open(listed(running, completed));
    await person.type(await screen.findByRole('searchbox'), 'first aid');
    expect(await screen.findByText('No course here matches “first aid”')).toBeTruthy();
    expect(screen.getByText(/Matches in all tabs: 1 course\./)).toBeTruthy();
  });

  it.each([
    [undefined, 'No active courses'],
    ['completed', 'No completed courses yet'],
    ['upcoming', 'No upcoming courses'],
  ])(
    'when the view parameter of the URL is %s and the tab is empty, My Courses shows the text: %s',
    async (view, text) => {
      const other = view === 'upcoming' ? running : enrolment();
      await open(listed(other), view);
      expect(await screen.findByText(text)).toBeTruthy();
    },
  );

  it('My Courses shows an error and a retry button when the courses could not be loaded', async () => {
    let isBack = false;
    const { person } = await open(() => (isBack ? listed(running) : refusal(403, 'FORBIDDEN')));
    await screen.findByText('Your courses could not be loaded.');
    isBack = true;
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Radar')).toBeTruthy();
  });

  it('the list of a student’s courses is loaded again when an order is completed', async () => {
    expect(enrolmentQueries.list(studentId).meta).toEqual({ persist: 'student' });
    const { queryClient, sent } = await open(listed(running));
    await screen.findByText('Radar');
    await cacheOrder(queryClient, studentId, order());
    expect(sent.filter(({ url }) => url === '/api/users/student/courses')).toHaveLength(2);
  });
});

describe('the calendar file of My Courses', () => {
  async function saveCalendar(buttonName: RegExp) {
    let blob: Blob | undefined;
    const create = vi.fn((file: Blob) => {
      blob = file;
      return 'blob:calendar';
    });
    Object.assign(URL, { createObjectURL: create, revokeObjectURL: () => {} });
    let name = '';
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      name = this.download;
    });
    const { person } = await open(listed(running, completed));
    await person.click(await screen.findByRole('button', { name: buttonName }));
    return { name, text: (await blob?.text()) ?? '' };
  }

  it('the button “Add to calendar” of a course downloads a calendar file with only this course', async () => {
    const { name, text } = await saveCalendar(/^Add to calendar/);
    expect(name).toBe('ff.ics');
    expect(text).toContain('SUMMARY:Radar');
    expect(text).not.toContain('First Aid');
  });

  it('the button “Add all to calendar” downloads a calendar file with all courses of the student', async () => {
    const { name, text } = await saveCalendar(/^Add all to calendar/);
    expect(name).toBe('landfall-courses.ics');
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(2);
  });
});

describe('the course calendar', () => {
  async function openCalendar() {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-12-02T06:30:00Z') });
    const { api } = answeringApi({});
    await renderInPage(<CourseCalendar courses={[enrolment(), completed]} />, { api });
    return userEvent.setup({ delay: null });
  }

  it('My Courses shows the calendar when the URL has the parameter view=calendar', async () => {
    await open(listed(running), 'calendar');
    expect(await screen.findByRole('table', { name: /^Booked courses in/ })).toBeTruthy();
    expect(screen.queryByRole('tablist')).toBeNull();
  });

  it('the course calendar shows the current month with its booked courses, and marks today', async () => {
    await openCalendar();
    const table = screen.getByRole('table', { name: 'Booked courses in December 2026' });
    expect(within(table).getAllByRole('columnheader')).toHaveLength(7);
    const today = within(table).getByText('2 Dec 2026').closest('td');
    expect(today?.getAttribute('aria-current')).toBe('date');
    expect(today?.textContent).toContain('Fire Fighting, day 2 of 3');
    expect(table.querySelectorAll('[aria-current]')).toHaveLength(1);
    const agenda = screen.getByRole('list', { name: 'Booked in December 2026' });
    expect(agenda.textContent).toContain('1 Dec 2026 – 3 Dec 2026');
  });

  it('the course calendar has buttons for the previous and next month, the nearest month with a booking, and today', async () => {
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
