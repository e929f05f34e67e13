import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Session } from '../../../src/auth/use-session.ts';
import { refusal } from '../../support/answers.ts';
import { offered, openCounter, pass, press } from './open-counter.tsx';

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
  await pass(50);
};

describe('who may see Book Online', () => {
  it('sends a stranger to login after 1500 ms, and back to this very address afterwards', async () => {
    const { router } = await openCounter({ session: signedOut, at: '/course-booking?course=408' });
    expect(screen.getByText('Login to view courses')).toBeTruthy();
    await pass(1449);
    expect(router.state.location.pathname).toBe('/course-booking');
    await pass(1);
    expect(router.state.location.pathname).toBe('/login');
    expect(router.state.location.search).toEqual({ from: '/course-booking?course=408' });
  });

  it('lets a stranger browse where login is not required', async () => {
    await openCounter({ session: signedOut, settings: { require_login: false } });
    expect(screen.getByRole('heading', { name: 'Basic Safety Pack' })).toBeTruthy();
    expect(screen.queryByText('Login to view courses')).toBeNull();
  });

  it('asks a student whose session has ended to sign in', async () => {
    await openCounter({ offers: refusal(401, 'UNAUTHORIZED') });
    expect(screen.getByText('Login to view courses')).toBeTruthy();
  });

  it('says that booking is closed', async () => {
    await openCounter({ settings: { enable_booking: false } });
    expect(screen.getByText('Online booking is closed at present.')).toBeTruthy();
    expect(screen.queryByRole('tab')).toBeNull();
  });
});

describe('tabs', () => {
  it('open with Course Packages', async () => {
    await openCounter();
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Course Packages');
    expect(screen.getByRole('heading', { name: 'Safety' })).toBeTruthy();
    expect(screen.getByText('Safety courses.')).toBeTruthy();
  });

  it('stand in the address', async () => {
    const { router } = await openCounter();
    await openTab('Individual Courses');
    expect(router.state.location.search).toEqual({ tab: 'individual' });
    expect(screen.getByRole('heading', { name: 'Fire Fighting' })).toBeTruthy();
  });

  it('begin with the course that a course page sent, its batch chosen', async () => {
    const courses = [offered(407, 'First Aid'), offered(408, 'Fire Fighting')];
    await openCounter({ courses, at: '/course-booking?course=408&batch=4080' });
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Individual Courses');
    expect(screen.getAllByRole('heading', { level: 3 })[0]?.textContent).toBe('Fire Fighting');
    expect(screen.getByLabelText<HTMLSelectElement>('Batch of Fire Fighting').value).toBe('4080');
  });

  it('say where the course that was sent is not booked online', async () => {
    await openCounter({ at: '/course-booking?course=999' });
    expect(screen.getByText(/The course you came from is not booked online/)).toBeTruthy();
  });
});

describe('search', () => {
  it('asks once, 1000 ms after the last letter', async () => {
    const { asked } = await openCounter();
    const before = asked().length;
    type('sa');
    await pass(600);
    type('safe');
    await pass(999);
    expect(asked()).toHaveLength(before);
    await pass(1);
    expect(asked().slice(before)).toEqual(['courseType=packages&searchTerm=safe']);
  });

  it('is cleared by a change of tab', async () => {
    await openCounter();
    type('safety');
    await pass(1100);
    await openTab('Individual Courses');
    expect(search().value).toBe('');
    await openTab('Course Packages');
    expect(search().value).toBe('');
  });

  it.each([
    ['/course-booking', 'No packages found matching your search', 'Show all packages', 'Basic Safety Pack'],
    ['/course-booking?tab=individual', 'No courses found matching your search', 'Show all courses', 'Fire Fighting'],
  ])('at %s says that nothing was found, and goes back', async (at, text, reset, first) => {
    await openCounter({ at });
    type('zzz');
    await pass(1000);
    await pass(50);
    expect(screen.getByText(text)).toBeTruthy();
    await press(reset);
    expect(search().value).toBe('');
    expect(screen.getByRole('heading', { name: first })).toBeTruthy();
  });
});

describe('announcements', () => {
  it('tell of group discounts by phone', async () => {
    await openCounter();
    expect(screen.getByText('Latest Announcements').closest('details')?.open).toBe(true);
    expect(screen.getByText(/Group bookings of 5 or more seats get discounts/)).toBeTruthy();
    expect(screen.getByRole('link', { name: '98765 40001' }).getAttribute('href')).toBe('tel:9876540001');
  });
});

describe('without an answer', () => {
  it('says so and offers another try', async () => {
    await openCounter({ offers: 'no answer' });
    await pass(3000);
    expect(screen.getByText('What can be booked could not be loaded.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('searches the list that was last seen, and says how old it is', async () => {
    const courses = [offered(407, 'First Aid'), offered(408, 'Fire Fighting')];
    const { asked } = await openCounter({ courses, isOnline: false, at: '/course-booking?tab=individual' });
    expect(screen.getByText(/^Seats and prices/).textContent).toMatch(/as of \d\d:\d\d, just now$/);
    const before = asked().length;
    type('aid');
    await pass(1100);
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(['First Aid']);
    expect(asked()).toHaveLength(before);
  });
});

it('draws a long list in full, a screenful first', async () => {
  const courses = Array.from({ length: 60 }, (_, place) => offered(500 + place, `Course ${place}`));
  await openCounter({ courses, at: '/course-booking?tab=individual' });
  expect(screen.getAllByRole('combobox').length).toBeLessThan(20);
  // One idle moment draws a few cards more.
  for (let moment = 0; moment < 20; moment += 1) await pass(250);
  expect(screen.getAllByRole('combobox')).toHaveLength(60);
});
