import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Report } from '../../../../contract/staff/reports.ts';
import '../../../../src/staff/reports/reports-page.tsx';
import { usualPeriods } from '../../../../src/staff/reports/reports-feature.ts';
import { refusal } from '../../../support/answers.ts';
import { answered, openConsole } from '../open-console.tsx';

const column = (label: string, unit: Report['columns'][number]['unit'], is_plotted = false) => ({
  ...{ label, unit, is_plotted },
});
const months: Report = {
  columns: [column('Month', 'month'), column('Orders booked', 'count'), column('Revenue', 'rupees', true)],
  rows: [
    ['2027-03', 2, 11001],
    ['2027-04', 1, 5500.5],
  ],
  total: ['Total', 3, 16501.5],
};
const seats: Report = {
  columns: [
    ...[column('Course', 'text'), column('Seats offered', 'count'), column('Sold', 'count', true)],
    column('Sold', 'percent'),
  ],
  rows: [['Fire Fighting', 40, 30, 75]],
  total: ['Total', 40, 30, 75],
};
const address = '/staff/reports?from=2027-03-01&to=2027-04-30';
const open = (path: string, answers = {}) =>
  openConsole(path, { 'GET /api/staff/reports/months': answered(months), ...answers }, 'accounts');

const rowsOf = (table: HTMLElement) =>
  [...table.querySelectorAll('tr')].map((row) => [...row.children].map((cell) => cell.textContent));

it('a staff report is shown as a table with totals for the period given in the URL', async () => {
  const { sent } = await open(address);
  expect(rowsOf(await screen.findByRole('table', { name: 'Revenue by month' }))).toEqual([
    ['Month', 'Orders booked', 'Revenue'],
    ['Mar 2027', '2', '₹11,001.00'],
    ['Apr 2027', '1', '₹5,500.50'],
    ['Total', '3', '₹16,501.50'],
  ]);
  expect(sent.at(-1)?.url).toContain('?from=2027-03-01&gst_rate=18&to=2027-04-30');
});

it('choosing another staff report or period changes the URL', async () => {
  const { router, user } = await open(address, { 'GET /api/staff/reports/course-seats': answered(seats) });
  await user.selectOptions(await screen.findByLabelText('Report'), 'Seats by course');
  const table = await screen.findByRole('table', { name: 'Seats by course' });
  expect(within(table).getAllByText('75 %')).toHaveLength(2);
  expect(rowsOf(table)[0]).toEqual(['Course', 'Seats offered', 'Sold', 'Sold, %']);
  expect(screen.getByText(/Seats kept for the office are counted apart/)).toBeTruthy();
  await user.selectOptions(screen.getByLabelText('Period'), 'Last month');
  await waitFor(() =>
    expect(router.state.location.search).toEqual({ report: 'course-seats', ...usualPeriods()['Last month'] }),
  );
});

it('changing the tax rate loads the tax (GST) report for the new rate', async () => {
  const { sent, user } = await open(`${address}&report=gst`, { 'GET /api/staff/reports/gst': answered(months) });
  const rate = await screen.findByLabelText('GST rate in percent');
  await user.clear(rate);
  await user.type(rate, '5');
  await waitFor(() => expect(sent.at(-1)?.url).toContain('gst_rate=5'));
});

it('the CSV button of a staff report downloads the report for the shown period', async () => {
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { user } = await open(address);
  await user.click(await screen.findByRole('button', { name: 'CSV of Revenue by month' }));
  await waitFor(() => expect(clicked).toHaveBeenCalledOnce());
  const [link] = clicked.mock.contexts as HTMLAnchorElement[];
  expect(link?.getAttribute('href')).toBe('/api/staff/reports/months/file?from=2027-03-01&to=2027-04-30&gst_rate=18');
});

it('a staff report shows a message when the period has no data and when loading failed', async () => {
  const none = { ...months, rows: [['2027-03', 0, 0]], total: ['Total', 0, 0] };
  const { user } = await open(address, {
    'GET /api/staff/reports/months': answered(none),
    'GET /api/staff/reports/refunds': refusal(500, 'INTERNAL_ERROR', 'Failed.'),
  });
  expect(await screen.findByText('Nothing happened in this period')).toBeTruthy();
  await user.selectOptions(screen.getByLabelText('Report'), 'Refunds');
  expect(await screen.findByText('The report could not be loaded.')).toBeTruthy();
});

it('in the predefined report periods, a financial year begins in April and a month ends on its last day', () => {
  expect(usualPeriods('2027-02-10')).toMatchObject({
    'Last 12 months': { from: '2026-03-01', to: '2027-02-10' },
    'This month': { from: '2027-02-01', to: '2027-02-28' },
    'Last month': { from: '2027-01-01', to: '2027-01-31' },
    'This financial year': { from: '2026-04-01', to: '2027-03-31' },
    'Last financial year': { from: '2025-04-01', to: '2026-03-31' },
  });
  expect(usualPeriods('2027-04-01')).toMatchObject({ 'This financial year': { from: '2027-04-01', to: '2028-03-31' } });
});
