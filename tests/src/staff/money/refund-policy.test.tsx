import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { StaffRole } from '../../../../contract/staff/permissions.ts';
import '../../../../src/staff/money/money-page.tsx';
import { refusal } from '../../../support/answers.ts';
import { type Answers, answered, openConsole } from '../open-console.tsx';

const steps = [
  { days: 15, percent: 90 },
  { days: 7, percent: 50 },
  { days: 0, percent: 0 },
];
const change = {
  ...{ id: 4, at: '2040-03-10T06:30:00.000Z', actor: 'Anna Rao <anna@example.com>', reason: 'board decision' },
  steps: [{ days: 30, percent: 100 }],
};

const open = (role: StaffRole, answers: Answers = {}, history: object[] = [change]) =>
  openConsole(
    '/staff/money?tab=policy',
    { 'GET /api/staff/refund-policy': answered({ steps, history }), ...answers },
    role,
  );

const cellsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));

it('the page of the refund policy shows the percentages and calculates the refund for an entered price and day', async () => {
  const { user } = await open('accounts');
  const table = await screen.findByRole('table', { name: 'The refund policy' });
  expect(cellsOf(table)).toEqual([
    ['Cancelled', 'Refund', 'Of ₹10,000.00'],
    ['15 days or more before the first day', '90 %', '₹9,000.00'],
    ['7 to 14 days before', '50 %', '₹5,000.00'],
    ['Less than 7 days before, until the first day', '0 %', '₹0.00'],
    ['After the first day', '0 %', '₹0.00'],
  ]);
  const paid = screen.getByLabelText('Example: paid');
  await user.clear(paid);
  await user.type(paid, '5500.50');
  const days = screen.getByLabelText('Days before the first day');
  await user.clear(days);
  await user.type(days, '7');
  expect(screen.getByText('The student gets 50 %: ₹2,750.25.')).toBeTruthy();
});

it('the table of the refund policy says “1 day”, in the singular, for a step that begins one day before the course', async () => {
  const policy = [{ days: 1, percent: 50 }];
  await open('accounts', { 'GET /api/staff/refund-policy': answered({ steps: policy, history: [] }) });
  const rows = cellsOf(await screen.findByRole('table', { name: 'The refund policy' }));
  expect(rows.map(([when]) => when)).toEqual([
    'Cancelled',
    '1 day or more before the first day',
    'Less than 1 day before, or later',
  ]);
});

it('the history of the refund policy shows who changed it, to what and why', async () => {
  await open('registrar');
  const history = await screen.findByRole('region', { name: 'History' });
  expect(history.textContent).toContain('Anna Rao <anna@example.com>: 100 % from 30 days before (board decision)');
  expect(screen.queryByRole('button', { name: 'Change policy' })).toBeNull();
});

/** Opens the dialog to change the refund policy, which has three steps. */
async function openDialog(answers: Answers = {}) {
  const { user, sent } = await open('administrator', answers, []);
  await user.click(await screen.findByText('Change policy'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the refund policy' }));
  return { user, sent, dialog, save: dialog.getByText('Change policy') };
}

it('an administrator can change the steps of the refund policy', async () => {
  const { user, sent, dialog, save } = await openDialog({ 'PUT /api/staff/refund-policy': answered(steps) });
  await user.click(dialog.getByLabelText('Remove step 3'));
  await user.click(dialog.getByText('Add a step'));
  await waitFor(() => expect(document.activeElement).toBe(dialog.getAllByLabelText('Days before, at least').at(-1)));
  await user.type(dialog.getAllByLabelText('Days before, at least')[2] as HTMLElement, '2');
  await user.type(dialog.getAllByLabelText('Refund in percent')[2] as HTMLElement, '20');
  expect(dialog.getByText('2 to 6 days before')).toBeTruthy();
  await user.type(dialog.getByLabelText(/Reason/), 'board');
  await user.click(save);
  await screen.findByText('The refund policy was changed');
  expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({
    steps: [...steps.slice(0, 2), { days: 2, percent: 20 }],
    reason: 'board',
  });
});

it('the form for the refund policy shows an error if a later cancellation would get a higher refund than an earlier one', async () => {
  const { user, sent, dialog, save } = await openDialog();
  await user.type(dialog.getAllByLabelText('Refund in percent')[2] as HTMLElement, '60');
  await user.click(save);
  expect(await dialog.findByText('A student who cancels earlier must not get less')).toBeTruthy();
  expect(dialog.getByText('Say why, in a few words')).toBeTruthy();
  expect(sent.some(({ method }) => method === 'PUT')).toBe(false);
});

it('the page of the refund policy shows an error when the policy cannot be loaded', async () => {
  await open('accounts', { 'GET /api/staff/refund-policy': refusal(500, 'INTERNAL_ERROR', 'Failed.') });
  expect(await screen.findByText('The refund policy could not be loaded.')).toBeTruthy();
});
