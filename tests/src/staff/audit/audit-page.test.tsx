import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { AuditEntry } from '../../../../contract/staff/audit-log.ts';
import { ApiError } from '../../../../src/lib/api.ts';
import { showConsole } from '../show-console.tsx';

const entry = (id: number, action: string): AuditEntry => ({
  ...{ id, at: '2030-09-01T09:00:00.000Z', actor: 'Ravi Pillai', is_command: id === 1, action },
  ...{ subject: 'staff:anna@example.com', reason: 'Left the academy', kind: 'change', arguments: {} },
  ...{ before: { state: 'active' }, after: { state: 'disabled' } },
});

it('the audit log shows who did what, when and why, and loads older entries on a click', async () => {
  const { inputsOf, user } = showConsole('/staff/audit', 'auditor', {
    listAuditEntries: ({ query }) =>
      (query as { before?: number }).before
        ? { data: [entry(1, 'staff reset')], next: null }
        : { data: [entry(2, 'staff disable')], next: 2 },
  });
  const table = await screen.findByRole('table', { name: 'Audit log' });
  expect(within(table).getByText('1 Sep 2030, 14:30')).toBeTruthy();
  expect(within(table).getByText('staff disable · staff:anna@example.com')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Load more' }));
  expect(await within(table).findByText('staff reset · staff:anna@example.com')).toBeTruthy();
  expect(within(table).getByText('command')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  expect(inputsOf('listAuditEntries')).toEqual([{ query: { before: undefined } }, { query: { before: 2 } }]);
});

it('searching the audit log puts the search text and filter into the URL and sends both to the server', async () => {
  const { router, inputsOf, user } = showConsole('/staff/audit', 'administrator', {
    listAuditEntries: () => ({ data: [], next: null }),
  });
  await user.type(await screen.findByLabelText('Search'), 'refund');
  await user.selectOptions(screen.getByLabelText('Kind'), 'Changes');
  await user.click(screen.getByRole('button', { name: 'Search' }));
  expect(await screen.findByText('No entries')).toBeTruthy();
  await expect.poll(() => router.state.location.search).toEqual({ q: 'refund', kind: 'change' });
  await expect.poll(() => inputsOf('listAuditEntries').at(-1)).toEqual({ query: { q: 'refund', kind: 'change' } });
});

it('the audit log page shows a retry button when the log cannot be loaded', async () => {
  let isDown = true;
  const { user } = showConsole('/staff/audit', 'administrator', {
    listAuditEntries() {
      if (isDown) throw new ApiError('offline', 'No response from server');
      return { data: [entry(2, 'staff disable')], next: null };
    },
  });
  expect((await screen.findByRole('alert')).textContent).toContain('The audit log could not be loaded.');
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('staff disable · staff:anna@example.com')).toBeTruthy();
});

it('a staff role without permission for the audit log can neither see its menu entry nor open the page', async () => {
  showConsole('/staff/audit', 'instructor', {});
  expect(await screen.findByText('Your role cannot open this page.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Today' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Audit log' })).toBeNull();
});
