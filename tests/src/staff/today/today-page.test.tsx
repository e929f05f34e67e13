import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { AttentionKind, Today } from '../../../../contract/staff/today.ts';
import { ApiError } from '../../../../src/lib/api.ts';
import '../../../../src/staff/enquiries/enquiries-page.tsx';
import '../../../../src/staff/money/money-page.tsx';
import { showConsole } from '../show-console.tsx';

const day = (date: number) => `2030-01-${String(date).padStart(2, '0')}`;
const today: Today = {
  day: day(30),
  attention: [
    { kind: 'refundsByHand', count: 0 },
    { kind: 'documentsWaiting', count: 5 },
    { kind: 'batchesNearlyFull', count: 1 },
  ],
  teaching: null,
  days: Array.from({ length: 30 }, (_, index) => ({
    day: day(index + 1),
    orders: index < 2 ? 1 : 0,
    revenue: index === 0 ? 0.1 : index === 1 ? 0.2 : 0,
  })),
  many_holds: [],
  batches: [
    {
      ...{
        id: 5012,
        course_name: '=Fire, fighting',
        start_date: '2030-02-03',
        capacity: 20,
        sold: 15,
        office: 2,
        held: 1,
      },
      attention: 'nearlyFull',
    },
  ],
};

it('the Today page for staff lists the tasks that need attention, without those whose count is zero', async () => {
  showConsole('/staff', 'registrar', { getToday: () => ({ data: today }) });
  await screen.findByRole('heading', { name: 'Today, 30 Jan 2030' });
  const list = within(screen.getByRole('region', { name: 'Needs attention' })).getAllByRole('listitem');
  expect(list.map(({ textContent }) => textContent)).toEqual(['5documents to verify', '1batch nearly full']);
  expect(screen.getByRole('link', { name: 'batch nearly full' }).getAttribute('href')).toBe('/staff#seats');
});

it('the link “enquiries to answer” on the Today page for staff opens the list of unanswered enquiries', async () => {
  const attention = [{ kind: 'enquiriesOpen' as const, count: 2 }];
  const { user, inputsOf } = showConsole('/staff', 'registrar', {
    getToday: () => ({ data: { ...today, attention } }),
    listEnquiries: () => ({ data: [], next: null, open: { received: 2, in_work: 0 } }),
  });
  await user.click(await screen.findByRole('link', { name: 'enquiries to answer' }));
  await screen.findByText('All enquiries are answered');
  expect(inputsOf('listEnquiries')).toEqual([{ query: { kind: 'contact', state: 'open' } }]);
  expect(screen.getByLabelText<HTMLSelectElement>('State').selectedOptions[0]?.text).toBe('Not answered');
  await user.click(screen.getByRole('link', { name: 'Show all enquiries' }));
  await waitFor(() => expect(inputsOf('listEnquiries').at(-1)).toEqual({ query: { kind: 'contact' } }));
  expect(screen.getByLabelText<HTMLSelectElement>('State').selectedOptions[0]?.text).toBe('All states');
});

it('the link “batch nearly full” on the Today page for staff shows the table of seats, even after staff have hidden the table', async () => {
  const { user } = showConsole('/staff', 'registrar', { getToday: () => ({ data: today }) });
  const section = within(await screen.findByRole('region', { name: 'Seats of the coming 30 days' }));
  expect(section.queryByRole('table')).toBeNull();
  for (let turn = 0; turn < 2; turn++) {
    await user.click(screen.getByRole('link', { name: 'batch nearly full' }));
    expect(within(await section.findByRole('table')).getByText('nearly full')).toBeTruthy();
    await user.click(section.getByRole('button', { name: 'Hide table' }));
    expect(section.queryByRole('table')).toBeNull();
  }
});

it('the Today page for staff shows the table of seats when it is opened by the URL /staff#seats', async () => {
  showConsole('/staff#seats', 'registrar', { getToday: () => ({ data: today }) });
  const section = within(await screen.findByRole('region', { name: 'Seats of the coming 30 days' }));
  expect(section.getByRole('table')).toBeTruthy();
});

it('each link under “Needs attention” on the Today page for staff leads to an existing page of the console', async () => {
  const expected: Record<AttentionKind, string> = {
    refundsByHand: '/staff/money',
    refundsOnTheWay: '/staff/money',
    paymentsPending: '/staff/money?tab=pending',
    amountsDue: '/staff/orders?due=open',
    bookingsToSettle: '/staff/orders?settle=office',
    documentsWaiting: '/staff/documents?state=waiting',
    enquiriesOpen: '/staff/enquiries?kind=contact&state=open',
    grievancesOpen: '/staff/enquiries?kind=grievance&state=open',
    emailsUndelivered: '/staff/emails',
    batchesNearlyFull: '/staff#seats',
    batchesNearlyEmpty: '/staff#seats',
    batchesManyHolds: '/staff#many-holds',
  };
  const attention = (Object.keys(expected) as AttentionKind[]).map((kind) => ({ kind, count: 1 }));
  const { router } = showConsole('/staff', 'administrator', { getToday: () => ({ data: { ...today, attention } }) });
  const list = within(await screen.findByRole('region', { name: 'Needs attention' }));
  const boxes = list.getAllByRole('listitem').map((box) => within(box).getByRole('link').getAttribute('href'));
  expect(boxes).toEqual(Object.values(expected));
  for (const link of list.getAllByRole('link')) {
    const [, params, page] = router.getMatchedRoutes(
      new URL(link.getAttribute('href') ?? '', 'http://console').pathname,
    );
    expect(page?.fullPath, link.textContent ?? '').toMatch(/^\/staff/);
    expect(params).toEqual({});
  }
});

it('the Today page for staff lists the course batches in which unpaid orders hold many seats', async () => {
  const held = { id: 5013, course_name: 'Radar', start_date: '2030-06-03', capacity: 20, held: 9 };
  showConsole('/staff', 'registrar', { getToday: () => ({ data: { ...today, many_holds: [held] } }) });
  const section = within(await screen.findByRole('region', { name: 'Batches with many unpaid orders' }));
  expect(section.getByRole('listitem').textContent).toBe('Radar, 3 Jun 2030: 9 of 20 seats held');
  expect(section.getByRole('link').getAttribute('href')).toBe('/staff/batches/5013');
});

it('the link to pending payments on the Today page for staff opens the tab of pending payments', async () => {
  const attention = [{ kind: 'paymentsPending' as const, count: 2 }];
  const { user } = showConsole('/staff', 'accounts', {
    getToday: () => ({ data: { ...today, attention } }),
    listPendingPayments: () => ({ data: [] }),
  });
  await user.click(await screen.findByRole('link', { name: 'payments pending for over an hour' }));
  await screen.findByRole('tab', { name: 'Payments pending', selected: true });
  await screen.findByText('No payment is pending');
});

it('the Today page for staff shows the figures of its charts as a table and as CSV', async () => {
  const saved: Blob[] = [];
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (file: Blob) => String(saved.push(file)) }));
  Object.assign(URL, { revokeObjectURL: () => undefined });
  const { user } = showConsole('/staff', 'accounts', { getToday: () => ({ data: today }) });
  const section = await screen.findByRole('region', { name: 'Bookings and revenue of the last 30 days' });
  within(section).getByText('₹0.30');
  await user.click(within(section).getByRole('button', { name: 'Show table' }));
  const table = within(section).getByRole('table');
  expect(within(table).getAllByRole('row')).toHaveLength(31);
  within(table).getByText('₹0.20');
  await user.click(screen.getByRole('button', { name: 'CSV of Seats of the coming 30 days' }));
  expect((await saved[0]?.text())?.split('\r\n').slice(0, 2)).toEqual([
    'First day,Batch,Course,Sold,Kept for the office,Being paid,Free,Attention',
    `2030-02-03,5012,"'=Fire, fighting",15,2,1,2,nearly full`,
  ]);
});

it('the Today page for staff says when “Refresh” fails, and keeps what it has shown', async () => {
  let isDown = false;
  const { user } = showConsole('/staff', 'registrar', {
    getToday() {
      if (isDown) throw new ApiError('offline', 'No response from server');
      return { data: today };
    },
  });
  await screen.findByRole('heading', { name: 'Today, 30 Jan 2030' });
  isDown = true;
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await screen.findByText('Today could not be loaded.');
  screen.getByRole('link', { name: 'batch nearly full' });
});

it('the Today page for staff shows an error and a retry button when it cannot be loaded', async () => {
  let isDown = true;
  const { user } = showConsole('/staff', 'instructor', {
    getToday() {
      if (isDown) throw new ApiError('offline', 'No response from server');
      return { data: { ...today, attention: [], days: null, batches: null } };
    },
  });
  await screen.findByText('Today could not be loaded.');
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Welcome, Ravi Pillai');
});

describe('the Today page of an instructor', () => {
  const session = {
    ...{ batch_id: 7, course_name: 'Fire Fighting', day: day(30), start_time: '09:00', end_time: '12:30' },
    ...{ venue: 'Simulator 1', students: 1 },
  };
  const show = (teaching: Today['teaching']) => {
    const data = { ...today, attention: [], days: null, batches: null, teaching };
    return showConsole('/staff', 'instructor', { getToday: () => ({ data }) });
  };

  it('the Today page of an instructor lists their sessions of the next 14 days, with links to the rosters', async () => {
    const later = {
      ...session,
      batch_id: 8,
      day: day(31),
      start_time: null,
      end_time: null,
      venue: null,
      students: 12,
    };
    show({ is_connected: true, sessions: [session, later] });
    const section = await screen.findByRole('region', { name: 'Your sessions of the next 14 days' });
    const [, ...rows] = within(section).getAllByRole('row');
    expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
      ['Today09:00 – 12:30', 'Fire FightingSimulator 1', '1'],
      ['31 Jan 2030', 'Fire Fighting', '12'],
    ]);
    const links = within(section).getAllByRole('link', { name: 'Fire Fighting' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/staff/rosters/7', '/staff/rosters/8']);
  });

  it('the Today page of an instructor without sessions in the next 14 days shows a message and a link to all rosters', async () => {
    show({ is_connected: true, sessions: [] });
    expect(await screen.findByText('You have no sessions in the next 14 days.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'All your rosters' }).getAttribute('href')).toBe('/staff/rosters');
  });

  it('the Today page tells an instructor whose account is not linked to the calendar to ask an administrator', async () => {
    show({ is_connected: false, sessions: [] });
    expect(await screen.findByText('Your account is not connected with an instructor of the calendar.')).toBeTruthy();
    expect(screen.getByText(/Ask an administrator/)).toBeTruthy();
  });
});
