import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refusal } from '../../../support/answers.ts';
import { batch } from '../../catalogue/academy.ts';
import { stubBrowser } from '../../student/notifications/push-browser.ts';
import { advance, button, choose, offered, openBookingPage, pack, press } from '../open-booking-page.tsx';
import { waitingEntry } from './waiting-entries.ts';

// The dates are loaded when their list is opened. Import them here, so that loading them does not count towards the
// time of a test.
import '../../../../src/booking/waiting-list/course-waiting-dates.tsx';
import '../../../../src/booking/waiting-list/package-waiting-dates.tsx';
import '../../../../src/student/notifications/push-offer.tsx';
import type { RowFault } from '../../../../src/offline/outbox/row.ts';

const full = batch({ id: 4081, batch_id: 4081, available: 0 });
const later = batch({ id: 4082, batch_id: 4082, start_date: '2026-12-11', end_date: '2026-12-16' });
const fire = offered(408, 'Fire Fighting', [full, later]);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function openDates(label: string) {
  const summary = screen.getByText(label);
  const details = summary.closest('details');
  if (!details) throw new Error('the label is not in a disclosure');
  details.open = true;
  fireEvent(details, new Event('toggle'));
  await advance(50);
}

const individual = (prepared: Parameters<typeof openBookingPage>[0]) =>
  openBookingPage({ at: '/course-booking?tab=individual', courses: [fire], ...prepared });

describe('full dates of a course', () => {
  it('a student opens the list of a course’s fully booked dates, joins a waiting list and sees their position on that list', async () => {
    const { sent } = await individual({ joined: { body: { statusCode: 200, data: [waitingEntry()] } } });
    await openDates('Waiting list for 1 full date');
    const dates = screen.getByRole('list', { name: 'Full dates of Fire Fighting' });
    expect(within(dates).getByText('1 Dec 2026 – 6 Dec 2026')).toBeTruthy();
    await press(/^Join waiting list/);
    expect(document.activeElement).toBe(screen.getByText(/You are on the waiting list, place 2/));
    const call = sent.find(({ method, url }) => method === 'POST' && url === '/api/waiting-lists');
    expect(call?.body).toEqual({ type: 'course', course_id: 408, batch_id: 4081 });
    expect(call?.headers.get('idempotency-key')).toBeTruthy();
  });

  it.each([
    [
      'waits',
      waitingEntry(),
      'You are on the waiting list, place 2. We will email you when a seat is free. See My Courses.',
    ],
    [
      'is offered a seat',
      waitingEntry({ state: 'offered', place: null, offer_until: '2026-11-27T06:30:00.000Z' }),
      'A seat is held for you. See My Courses.',
    ],
  ])(
    'a full date shows the waiting list status of a student who %s, and no button to join again',
    async (_, entry, text) => {
      await individual({ places: [entry] });
      await openDates('Waiting list for 1 full date');
      expect(screen.getByRole('list', { name: 'Full dates of Fire Fighting' }).textContent).toContain(text);
      expect(screen.queryByRole('button', { name: /^Join waiting list/ })).toBeNull();
    },
  );

  it('a student whose place in a waiting list has ended can join again', async () => {
    await individual({ places: [waitingEntry({ state: 'ended', place: null, end_reason: 'left' })] });
    await openDates('Waiting list for 1 full date');
    expect(button(/^Join waiting list/)).toBeTruthy();
  });

  it('after joining a waiting list, the student is offered push messages', async () => {
    stubBrowser();
    await individual({ joined: { body: { statusCode: 200, data: [waitingEntry()] } } });
    await openDates('Waiting list for 1 full date');
    expect(screen.queryByText('Get notified when a seat is free')).toBeNull();
    await press(/^Join waiting list/);
    await advance(50);
    expect(screen.getByText('Get notified when a seat is free')).toBeTruthy();
  });

  it('the list of a course’s fully booked dates is open when the URL names one of these dates', async () => {
    await individual({ at: '/course-booking?tab=individual&course=408&batch=4081' });
    await advance(50);
    expect(screen.getByRole('list', { name: 'Full dates of Fire Fighting' })).toBeTruthy();
  });

  it('only a course card whose dates are all fully booked says so and offers a waiting list', async () => {
    const free = offered(409, 'Radar', [later]);
    await individual({ courses: [offered(408, 'Fire Fighting', [full]), free] });
    expect(screen.getByText(/All dates are full/)).toBeTruthy();
    expect(screen.getAllByText(/^Waiting list for/)).toHaveLength(1);
  });

  it.each([
    [
      'EMAIL_NOT_VERIFIED',
      refusal(403, 'EMAIL_NOT_VERIFIED', 'Please verify.'),
      /log in with a code sent to your email/,
    ],
    ['ALREADY_WAITING', refusal(409, 'ALREADY_WAITING', 'You are already on this list.'), /shown in My Courses/],
    ['no response', 'no answer' as const, /You could not join the list/],
  ])('a student who cannot join a waiting list learns why and what to do: %s', async (_, joined, text) => {
    await individual({ joined });
    await openDates('Waiting list for 1 full date');
    await press(/^Join waiting list/);
    expect(screen.getByRole('alert').textContent).toMatch(text);
  });

  it('when a course cannot be added to the cart because its batch has become full, the course card offers the waiting list', async () => {
    const fault: RowFault = { code: 'BATCH_FULL', message: 'No seats are left.', isFinal: true };
    await individual({ outcome: () => ({ kind: 'refused', fault }) });
    choose('Fire Fighting', 4082);
    await advance(50);
    await press('Add to cart');
    await advance(50);
    expect(screen.getByText(/No seats are left/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Join waiting list: Fire Fighting' })).toBeTruthy();
  });
});

describe('full dates of a package', () => {
  const [first, second] = pack.courses;
  if (!first || !second) throw new Error('the package has two courses');
  const fullPack = {
    ...pack,
    courses: [
      { ...first, batches: [batch({ id: 4011, batch_id: 4011, available: 0 })] },
      { ...second, batches: [batch({ id: 4021, batch_id: 4021, start_date: '2026-12-08', end_date: '2026-12-09' })] },
    ],
  };

  it('a student chooses a date for each course of a package and joins the waiting list with one request', async () => {
    const { sent } = await openBookingPage({ packages: [fullPack] });
    await openDates('Wait for full dates');
    expect(screen.getByText('0 of 2 dates chosen')).toBeTruthy();
    choose('Survival Techniques, to wait for', 4011);
    choose('Elementary First Aid, to wait for', 4021);
    await press(/^Join waiting list/);
    expect(sent.find(({ method, url }) => method === 'POST' && url === '/api/waiting-lists')?.body).toEqual({
      type: 'package',
      package_id: 801,
      batches: [
        { course_id: 401, batch_id: 4011 },
        { course_id: 402, batch_id: 4021 },
      ],
    });
  });

  it('a package card offers no waiting list when all dates have seats or when one of the courses has no dates', async () => {
    const undated = { ...fullPack, id: 802, courses: [...fullPack.courses.slice(0, 1), { ...second, batches: [] }] };
    await openBookingPage({ packages: [pack, undated] });
    expect(screen.queryByText('Wait for full dates')).toBeNull();
  });
});
