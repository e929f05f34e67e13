import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CoursePage } from '../../../src/catalogue/course-page.tsx';
import { openToastRegion } from '../../../src/ui/toasts.ts';
import { renderInPage } from '../../support/in-page.tsx';
import { answering, batch, course, today } from './academy.ts';

const address = 'http://localhost:3000/course-booking/advanced-fire-fighting-408';

async function show(change: Parameters<typeof course>[0] = {}) {
  await renderInPage(<CoursePage courseId={408} tab="details" today={today} />, {
    api: answering({ course: course({ requiredDocuments: [{ name: 'Passport' }], ...change }) }),
    at: '/course-booking/advanced-fire-fighting-408',
  });
  return within(await screen.findByRole('complementary', { name: 'Booking' }));
}

/** What toasts say, from now on. */
function hearToasts(): string[] {
  const heard: string[] = [];
  closers.push(openToastRegion({ show: ({ message }) => heard.push(message) }));
  return heard;
}
const closers: Array<() => void> = [];

afterEach(() => {
  for (const close of closers.splice(0)) close();
  Reflect.deleteProperty(navigator, 'share');
  vi.restoreAllMocks();
});

describe('Share', () => {
  it('opens the sheet of a device that has one', async () => {
    const share = vi.fn(async () => {});
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
    await userEvent.click((await show()).getByRole('button', { name: 'Share' }));
    await waitFor(() => expect(share).toHaveBeenCalledWith({ title: 'Advanced Fire Fighting', url: address }));
  });

  it('copies the address where there is none, and says so', async () => {
    const heard = hearToasts();
    const user = userEvent.setup();
    const panel = await show();
    await user.click(panel.getByRole('button', { name: 'Share' }));
    await waitFor(() => expect(heard).toEqual(['Link copied']));
    expect(await navigator.clipboard.readText()).toBe(address);
  });

  it('shows the address where copying is refused', async () => {
    const heard = hearToasts();
    const user = userEvent.setup();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
    await user.click((await show()).getByRole('button', { name: 'Share' }));
    await waitFor(() => expect(heard).toEqual([`Copy this address: ${address}`]));
  });
});

describe('on paper', () => {
  it('a course has all its tabs that say something, one after the other', async () => {
    await show();
    expect(screen.queryByText('Passport')).toBeNull();
    act(() => void fireEvent(window, new Event('beforeprint')));
    expect(screen.getByText('Passport')).toBeTruthy();
    const titles = screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent);
    expect(titles).toEqual(['Next batches', 'Details', 'Fees', 'Admission']);
    expect(screen.queryByRole('tablist')).toBeNull();
    act(() => void fireEvent(window, new Event('afterprint')));
    expect(screen.getByRole('tablist')).toBeTruthy();
  });
});

describe('a batch', () => {
  it('that can be booked leads straight to Book Online with its course and itself', async () => {
    const batches = [
      batch({ id: 31 }),
      batch({ id: 32, available: 0, start_date: '2026-12-08' }),
      batch({ id: 33, status: 'closed', start_date: '2026-12-15' }),
    ];
    await show({ batches });
    const links = within(screen.getByRole('region', { name: 'Next batches' })).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Book 1 Dec 2026 - 6 Dec 2026', '/course-booking?course=408&batch=31'],
    ]);
  });
});

describe('the department of a course', () => {
  it('is a link to its page', async () => {
    await show({ department_id: 3, department: { name: 'Nautical Science', slug: 'nautical-science' } });
    const link = screen.getByRole('link', { name: 'Nautical Science' });
    expect(link.getAttribute('href')).toBe('/departments/details/3/nautical-science');
  });
});
