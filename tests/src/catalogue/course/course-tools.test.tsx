import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CoursePage } from '../../../../src/catalogue/course/course-page.tsx';
// The page loads this module lazily. Import it first, so that its load time does not count towards test timeouts.
import '../../../../src/ui/share-link.ts';
import { openToastRegion } from '../../../../src/ui/toasts/toasts.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { yearlyPrice, yearlyTexts } from '../../../support/yearly-price.ts';
import { apiWith, batch, course, today } from '../academy.ts';

const address = 'http://localhost:3000/course-booking/advanced-fire-fighting-408';

async function show(change: Parameters<typeof course>[0] = {}) {
  await renderInPage(<CoursePage courseId={408} tab="details" today={today} />, {
    api: apiWith({ course: course({ requiredDocuments: [{ name: 'Passport' }], ...change }) }),
    at: '/course-booking/advanced-fire-fighting-408',
  });
  return within(await screen.findByRole('complementary', { name: 'Booking' }));
}

const closeRegions: Array<() => void> = [];

/** The messages of the toasts shown from now on. */
function recordToasts(): string[] {
  const toasts: string[] = [];
  closeRegions.push(openToastRegion({ show: ({ message }) => toasts.push(message) }));
  return toasts;
}

afterEach(() => {
  for (const close of closeRegions.splice(0)) close();
  Reflect.deleteProperty(navigator, 'share');
  vi.restoreAllMocks();
});

describe('Share', () => {
  it('the Share button on a course page opens the share sheet of a device that has one', async () => {
    const share = vi.fn(async () => {});
    const user = userEvent.setup({ delay: null });
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
    await user.click((await show()).getByRole('button', { name: 'Share' }));
    await waitFor(() => expect(share).toHaveBeenCalledWith({ title: 'Advanced Fire Fighting', url: address }));
  });

  it('the Share button on a course page copies the page’s URL on a device without a share sheet, and says so', async () => {
    const toasts = recordToasts();
    const user = userEvent.setup({ delay: null });
    const panel = await show();
    await user.click(panel.getByRole('button', { name: 'Share' }));
    await waitFor(() => expect(toasts).toEqual(['Link copied']));
    expect(await navigator.clipboard.readText()).toBe(address);
  });

  it('the Share button on a course page shows the page’s URL when the browser refuses to copy it', async () => {
    const toasts = recordToasts();
    const user = userEvent.setup({ delay: null });
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
    await user.click((await show()).getByRole('button', { name: 'Share' }));
    await waitFor(() => expect(toasts).toEqual([`Copy this address: ${address}`]));
  });
});

describe('printing a course', () => {
  it('a printed course page shows every tab that has content, one after the other', async () => {
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

describe('printing a course with yearly fees', () => {
  it('the printed page of a course with yearly fees shows the fee of year 1, the total, the note on the hostel and the sum of all fees', async () => {
    const fees = [
      { year: 'Year 1', particulars: 'Tuition', fee: 265_000 },
      { year: 'Year 2', particulars: 'Tuition', fee: 780_000 },
    ];
    await show({ price: yearlyPrice, total_fee: yearlyPrice.main, fees });
    act(() => void fireEvent(window, new Event('beforeprint')));
    const panel = screen.getByRole('complementary', { name: 'Booking' });
    for (const text of yearlyTexts) expect(panel.textContent).toContain(text);
    const table = within(screen.getByRole('table', { name: 'Fees by year' }));
    expect(table.getAllByRole('row').at(-1)?.textContent).toContain('₹10,45,000');
    act(() => void fireEvent(window, new Event('afterprint')));
  });
});

describe('the batches of a course page', () => {
  it('on a course page, a bookable batch has a link “Book”, a full batch has a link “Waiting list”, and a closed batch has no link', async () => {
    const batches = [
      batch({ id: 31 }),
      batch({ id: 32, available: 0, start_date: '2026-12-08', end_date: '2026-12-13' }),
      batch({ id: 33, status: 'closed', start_date: '2026-12-15' }),
    ];
    await show({ batches });
    const links = within(screen.getByRole('region', { name: 'Next batches' })).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Book 1 Dec 2026 – 6 Dec 2026', '/course-booking?course=408&batch=31'],
      ['Waiting list 8 Dec 2026 – 13 Dec 2026', '/course-booking?course=408&batch=32'],
    ]);
  });
});

describe('the department of a course', () => {
  it('the course page links to the page of the course’s department', async () => {
    await show({ department_id: 3, department: { name: 'Nautical Science', slug: 'nautical-science' } });
    const link = screen.getByRole('link', { name: 'Nautical Science' });
    expect(link.getAttribute('href')).toBe('/departments/details/3/nautical-science');
  });
});
