import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Today } from '../../../../contract/staff/today.ts';
import { ApiError } from '../../../../src/lib/api.ts';
import { showConsole } from '../show-console.tsx';

const day = (date: number) => `2030-01-${String(date).padStart(2, '0')}`;
const today: Today = {
  day: day(30),
  attention: [
    { kind: 'refundsFailed', count: 0 },
    { kind: 'documentsWaiting', count: 5 },
    { kind: 'batchesNearlyFull', count: 1 },
  ],
  days: Array.from({ length: 30 }, (_, index) => ({
    day: day(index + 1),
    orders: index < 2 ? 1 : 0,
    revenue: index === 0 ? 0.1 : index === 1 ? 0.2 : 0,
  })),
  batches: [
    {
      ...{ id: 5012, course_name: '=Fire, fighting', start_date: '2030-02-03', capacity: 20, sold: 17, held: 1 },
      attention: 'nearlyFull',
    },
  ],
};

it('the Today page lists what needs attention and leaves out counts of zero', async () => {
  showConsole('/staff', 'registrar', { getToday: () => ({ data: today }) });
  await screen.findByRole('heading', { name: 'Today, 30 Jan 2030' });
  const list = within(screen.getByRole('region', { name: 'Needs attention' })).getAllByRole('listitem');
  expect(list.map(({ textContent }) => textContent)).toEqual(['5documents to verify', '1batches nearly full']);
  expect(screen.getByRole('link', { name: 'batches nearly full' }).getAttribute('href')).toBe('/staff#seats');
});

it('the Today page adds amounts exactly to the paisa, and shows all figures in the table and the CSV file', async () => {
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
    'First day,Batch,Course,Sold,Being paid,Free,Attention',
    `2030-02-03,5012,"'=Fire, fighting",17,1,2,nearly full`,
  ]);
});

it('the Today page welcomes a role that may see no figures, and offers a retry if it cannot be loaded', async () => {
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
