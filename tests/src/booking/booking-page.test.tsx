import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Session } from '../../../src/auth/session/use-session.ts';
import { refusal } from '../../support/answers.ts';
import { advance, groupOf, offered, openBookingPage, press } from './open-booking-page.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const signedOut: Session = { status: 'signedOut', student: null };
const search = () => screen.getByRole<HTMLInputElement>('searchbox');
const type = (typed: string) => fireEvent.change(search(), { target: { value: typed } });
const openTab = async (name: string) => {
  fireEvent.click(screen.getByRole('tab', { name }));
  await advance(50);
};

describe('access to Book Online', () => {
  it('the Book Online page sends a signed-out visitor to login after 1500 ms, with the URL to return to', async () => {
    const { router } = await openBookingPage({ session: signedOut, at: '/course-booking?course=408' });
    expect(screen.getByText('Login to view courses')).toBeTruthy();
    await advance(1449);
    expect(router.state.location.pathname).toBe('/course-booking');
    await advance(1);
    expect(router.state.location.pathname).toBe('/login');
    expect(router.state.location.search).toEqual({ from: '/course-booking?course=408' });
  });

  it('the Book Online page shows courses and packages to a signed-out visitor when login is not required', async () => {
    await openBookingPage({ session: signedOut, settings: { require_login: false } });
    expect(screen.getByRole('heading', { name: 'Basic Safety Pack' })).toBeTruthy();
    expect(screen.queryByText('Login to view courses')).toBeNull();
  });

  it('the Book Online page asks the student to log in when the server reports an expired session', async () => {
    await openBookingPage({ offers: refusal(401, 'UNAUTHORIZED_REQUEST') });
    expect(screen.getByText('Login to view courses')).toBeTruthy();
  });

  it('when online booking is closed, the Book Online page says so and shows no tabs', async () => {
    await openBookingPage({ settings: { enable_booking: false } });
    expect(screen.getByText('Online booking is closed at present.')).toBeTruthy();
    expect(screen.queryByRole('tab')).toBeNull();
  });
});

describe('tabs of Book Online', () => {
  it('the Book Online page opens with the Course Packages tab', async () => {
    await openBookingPage();
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Course Packages');
    expect(screen.getByRole('heading', { name: 'Safety' })).toBeTruthy();
    expect(screen.getByText('Safety courses.')).toBeTruthy();
  });

  it('selecting a tab on the Book Online page writes the tab to the URL', async () => {
    const { router } = await openBookingPage();
    await openTab('Individual Courses');
    expect(router.state.location.search).toEqual({ tab: 'individual' });
    expect(screen.getByRole('heading', { name: 'Fire Fighting' })).toBeTruthy();
  });

  it('the Book Online page lists the course named in the URL first, with the batch from the URL selected', async () => {
    const courses = [offered(407, 'First Aid'), offered(408, 'Fire Fighting')];
    await openBookingPage({ courses, at: '/course-booking?course=408&batch=4080' });
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Individual Courses');
    expect(screen.getAllByRole('heading', { level: 3 })[0]?.textContent).toBe('Fire Fighting');
    expect(screen.getByLabelText<HTMLSelectElement>('Batch of Fire Fighting').value).toBe('4080');
  });

  it('when the course named in the URL cannot be booked online, the Book Online page says so', async () => {
    await openBookingPage({ at: '/course-booking?course=999' });
    expect(screen.getByText(/The course you came from cannot be booked online/)).toBeTruthy();
  });
});

describe('search in Book Online', () => {
  it('the search on the Book Online page sends one request, 1000 ms after the last keystroke', async () => {
    const { offerRequests } = await openBookingPage();
    const before = offerRequests().length;
    type('sa');
    await advance(600);
    type('safe');
    await advance(999);
    expect(offerRequests()).toHaveLength(before);
    await advance(1);
    expect(offerRequests().slice(before)).toEqual(['courseType=packages&searchTerm=safe']);
  });

  it('the search box of the Book Online page is cleared when the student switches to another tab of this page', async () => {
    await openBookingPage();
    type('safety');
    await advance(1100);
    await openTab('Individual Courses');
    expect(search().value).toBe('');
    await openTab('Course Packages');
    expect(search().value).toBe('');
  });

  it.each([
    ['/course-booking', 'No packages found matching your search', 'Show all packages', 'Basic Safety Pack'],
    ['/course-booking?tab=individual', 'No courses found matching your search', 'Show all courses', 'Fire Fighting'],
  ])(
    'Book Online at the URL %s says that a search found nothing, and its reset button shows the whole list again',
    async (at, text, reset, first) => {
      await openBookingPage({ at });
      type('zzz');
      await advance(1000);
      await advance(50);
      expect(screen.getByText(text)).toBeTruthy();
      await press(reset);
      expect(search().value).toBe('');
      expect(screen.getByRole('heading', { name: first })).toBeTruthy();
    },
  );
});

describe('announcements on Book Online', () => {
  it('the Book Online page announces group discounts with a phone number to call', async () => {
    await openBookingPage();
    expect(screen.getByText('Latest Announcements').closest('details')?.open).toBe(true);
    expect(screen.getByText(/Group bookings of 5 or more seats get discounts/)).toBeTruthy();
    expect(screen.getByRole('link', { name: '98765 40001' }).getAttribute('href')).toBe('tel:9876540001');
  });
});

describe('Book Online without a response', () => {
  it('the Book Online page shows an error and a retry button when its courses and packages cannot be loaded', async () => {
    await openBookingPage({ offers: 'no answer' });
    await advance(3000);
    expect(screen.getByText('The courses and packages could not be loaded.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('while offline, the Book Online page searches the list saved on the device and shows how old that list is', async () => {
    const courses = [offered(407, 'First Aid'), offered(408, 'Fire Fighting')];
    const { offerRequests } = await openBookingPage({ courses, isOnline: false, at: '/course-booking?tab=individual' });
    expect(screen.getByText(/^Seats and prices/).textContent).toMatch(/as of \d\d:\d\d, just now$/);
    const before = offerRequests().length;
    type('aid');
    await advance(1100);
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(['First Aid']);
    expect(offerRequests()).toHaveLength(before);
  });
});

it('the Book Online page renders a list of 60 courses in steps, fewer than 20 of them at first', async () => {
  const courses = Array.from({ length: 60 }, (_, index) => offered(500 + index, `Course ${index}`));
  await openBookingPage({ courses, at: '/course-booking?tab=individual' });
  expect(screen.getAllByRole('combobox').length).toBeLessThan(20);
  // Each idle period renders a few more cards.
  for (let period = 0; period < 20; period += 1) await advance(250);
  expect(screen.getAllByRole('combobox')).toHaveLength(60);
});

describe('the first offers of Book Online, which come with the HTML', () => {
  const at = '/course-booking?tab=individual';
  const first = {
    path: at,
    groups: [groupOf({ courses: [offered(408, 'Fire Fighting')] })],
    count: 70,
    categoryIds: [1, 4],
  };
  const unknown: Session = { status: 'unknown', student: null };

  it('before it is known who is signed in, the Book Online page shows the courses from its HTML without a request', async () => {
    const { offerRequests } = await openBookingPage({ at, first, session: unknown });
    expect(screen.getByRole('heading', { name: 'Fire Fighting' })).toBeTruthy();
    expect(screen.getByText('70 courses')).toBeTruthy();
    expect(offerRequests()).toEqual([]);
  });

  it('the courses in the HTML of the Book Online page are replaced by the list loaded for the signed-in student', async () => {
    const courses = [offered(407, 'First Aid'), offered(408, 'Fire Fighting')];
    const { offerRequests } = await openBookingPage({ at, first, courses });
    expect(offerRequests()).toEqual(['courseType=individual']);
    expect(screen.getByText('2 courses')).toBeTruthy();
  });

  it('when the signed-in student’s list cannot be loaded, Book Online keeps the courses from its HTML and says how old they are', async () => {
    await openBookingPage({ at, first, offers: 'no answer' });
    await advance(5000);
    expect(screen.getByRole('heading', { name: 'Fire Fighting' })).toBeTruthy();
    expect(screen.getByText(/Seats and prices/)).toBeTruthy();
    expect(screen.queryByText(/could not be loaded/)).toBeNull();
  });

  it('the courses in the HTML of the Book Online page are replaced by a login prompt when the session has ended', async () => {
    await openBookingPage({ at, first, session: signedOut });
    expect(screen.getByText('Login to view courses')).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Fire Fighting' })).toBeNull();
  });
});

describe('the filter of the single courses on Book Online', () => {
  const at = '/course-booking?tab=individual';
  const courses = [
    { ...offered(407, 'First Aid'), category_id: 4 },
    { ...offered(408, 'Fire Fighting'), category_id: 1, duration: 1 },
  ];
  const shown = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);

  it('choosing a category on the Book Online page shows only the courses of that category and writes the category to the URL', async () => {
    const { router } = await openBookingPage({ at: '/course-booking?course=407', courses });
    fireEvent.click(screen.getByRole('link', { name: 'Value-added' }));
    await advance(50);
    expect(shown()).toEqual(['Fire Fighting']);
    expect(screen.getByText('1 course')).toBeTruthy();
    expect(router.state.location.search).toEqual({ tab: 'individual', category: 'value-added' });
    fireEvent.click(screen.getByRole('link', { name: 'All' }));
    await advance(50);
    expect(shown()).toEqual(['First Aid', 'Fire Fighting']);
    expect(router.state.location.search).toEqual({ tab: 'individual' });
  });

  it('‘Filter and sort’ on the Book Online page writes the chosen filters to the URL, shows their number and can clear them', async () => {
    const { router } = await openBookingPage({ at, courses });
    const button = screen.getByText('Filter and sort').closest('details');
    if (!button) throw new Error('The page has no button Filter and sort');
    button.open = true;
    fireEvent(button, new Event('toggle'));
    await advance(50);
    fireEvent.change(screen.getByLabelText('Duration'), { target: { value: '3' } });
    await advance(50);
    fireEvent.change(screen.getByLabelText('Sort by'), { target: { value: 'fee' } });
    await advance(50);
    expect(shown()).toEqual(['Fire Fighting']);
    expect(screen.getByText('Filter and sort (2)')).toBeTruthy();
    expect(router.state.location.search).toEqual({ tab: 'individual', duration: 3, sort: 'fee' });
    await press('Clear');
    // The button “Clear” is gone, so the focus has moved to the first field.
    expect(document.activeElement).toBe(screen.getByLabelText('Starts by'));
    await advance(50);
    expect(shown()).toEqual(['First Aid', 'Fire Fighting']);
  });

  it('when no course on Book Online matches the filter, the page says so and a button shows all courses again', async () => {
    const { router } = await openBookingPage({ at: `${at}&category=pre-sea`, courses });
    expect(screen.getByText('No courses found matching your search')).toBeTruthy();
    await press('Show all courses');
    await advance(50);
    expect(shown()).toEqual(['First Aid', 'Fire Fighting']);
    expect(router.state.location.search).toEqual({ tab: 'individual' });
  });

  it('a course card on the Book Online page shows the next batch and how many seats are left', async () => {
    await openBookingPage({ at, courses: courses.slice(0, 1) });
    const card = screen.getByRole('heading', { name: 'First Aid' }).closest('li');
    expect(card?.textContent).toMatch(/Next batch.*20 seats left/);
  });
});
