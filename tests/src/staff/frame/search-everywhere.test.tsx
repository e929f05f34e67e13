import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { StaffSearchResults } from '../../../../contract/staff/staff-search.ts';
import { ApiError } from '../../../../src/lib/api.ts';
import { showConsole } from '../show-console.tsx';

const found: StaffSearchResults = {
  students: [],
  orders: [],
  batches: [],
  courses: [],
};
const nothing = { data: { day: '2030-01-01', attention: [], teaching: null, days: null, batches: null } };

it('the staff console’s search opens with Ctrl+K and sends no request for a single character', async () => {
  const { inputsOf, user } = showConsole('/staff', 'registrar', {
    getToday: () => nothing,
    searchStaffConsole: () => ({ data: found }),
  });
  await screen.findByText('Welcome, Ravi Pillai');
  await user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('textbox', { name: 'Search everywhere' });
  screen.getByText(/^Type a name, phone, INDOS number/);
  await user.type(field, 'n');
  expect(inputsOf('searchStaffConsole')).toEqual([]);
  await user.type(field, 'air');
  await screen.findByText('Nothing found.');
  expect(inputsOf('searchStaffConsole')).toEqual([{ query: { q: 'nair' } }]);
});

const id = 'f3f0e3ae-61f4-4e61-8d1f-6f6f2e0f4d0a';
const asha = { id, name: 'Asha Nair', contact: 'asha@example.com', indos_number: '24EL0001' };

/**
 * Opens the search for a registrar. Whatever is typed, the results are Asha Nair and a course named after the typed
 * text.
 */
async function openSearch() {
  const { router, user } = showConsole('/staff', 'registrar', {
    getToday: () => nothing,
    searchStaffConsole: ({ query }) => {
      const { q } = query as { q: string };
      return { data: { ...found, students: [asha], courses: [{ id: 101, course_code: 'FPFF', course_name: q }] } };
    },
    getStudentRecord() {
      throw new ApiError('offline', 'No response from server');
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Search everywhere' }));
  await user.type(await screen.findByRole('textbox', { name: 'Search everywhere' }), 'nair');
  return { router, user };
}

it('in the staff console’s search, the down arrow selects the next result, and Enter opens the selected result', async () => {
  const { router, user } = await openSearch();
  await screen.findByText('asha@example.com · INDOS 24EL0001');
  const selected = () => [...document.querySelectorAll('[data-selected]')].map(({ textContent }) => textContent);
  expect(selected()).toEqual(['Asha Nairasha@example.com · INDOS 24EL0001']);
  await user.keyboard('{ArrowDown}');
  expect(selected()).toEqual(['nairFPFF']);
  await user.keyboard(' fire');
  await screen.findByText('nair fire');
  expect(selected()).toEqual(['Asha Nairasha@example.com · INDOS 24EL0001']);
  await user.keyboard('{Enter}');
  await expect.poll(() => router.state.location.pathname).toBe(`/staff/students/${id}`);
});

it.each([
  ['Cancelled', { is_cancelled: true, is_due: false }],
  ['Partly paid', { is_cancelled: false, is_due: true }],
  ['Paid', { is_cancelled: false, is_due: false }],
])(
  'the staff console’s search and the list of orders use the same text for the state of an order: %s',
  async (name, state) => {
    const order = { id: 'LF-2030-000123', receipt_number: 'LFR-2030-000045', student: 'Asha Nair', ...state };
    const { user } = showConsole('/staff', 'registrar', {
      getToday: () => nothing,
      searchStaffConsole: () => ({
        data: { ...found, orders: [{ ...order, state: 'completed', created_at: '2030-01-01T06:00:00.000Z' }] },
      }),
    });
    await user.click(await screen.findByRole('button', { name: 'Search everywhere' }));
    await user.type(await screen.findByRole('textbox', { name: 'Search everywhere' }), '123');
    await screen.findByText(`${name} · LFR-2030-000045 · 1 Jan 2030, 11:30`);
  },
);

it('pressing Enter in the staff console’s search before the results arrive opens the first result on arrival', async () => {
  const { router, user } = await openSearch();
  await user.keyboard('{Enter}');
  expect(router.state.location.pathname).toBe('/staff');
  await expect.poll(() => router.state.location.pathname).toBe(`/staff/students/${id}`);
});

it.each([
  ['administrator', '/staff/content/courses/101'],
  ['auditor', '/staff/content/courses/101'],
  ['registrar', '/staff/calendar?course=101'],
  ['accounts', '/staff/calendar?course=101'],
] as const)(
  'for the role %s, choosing a course in the staff console’s search opens the URL %s',
  async (role, address) => {
    const { router, user } = showConsole('/staff', role, {
      getToday: () => nothing,
      searchStaffConsole: () => ({
        data: { ...found, courses: [{ id: 101, course_code: 'FPFF', course_name: 'Fire Prevention' }] },
      }),
    });
    await user.click(await screen.findByRole('button', { name: 'Search everywhere' }));
    await user.type(await screen.findByRole('textbox', { name: 'Search everywhere' }), 'fire');
    await user.click(await screen.findByText('Fire Prevention'));
    await expect.poll(() => router.state.location.href).toBe(address);
  },
);

it('the staff console’s search shows an error message when there is no connection', async () => {
  const { user } = showConsole('/staff', 'registrar', {
    getToday: () => nothing,
    searchStaffConsole() {
      throw new ApiError('offline', 'No response from server');
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Search everywhere' }));
  await user.type(await screen.findByRole('textbox', { name: 'Search everywhere' }), 'nair');
  await screen.findByText('There is no connection to the server. Please try again.');
});

it('the staff console has no search button for a role without the permission to search', async () => {
  showConsole('/staff', 'instructor', { getToday: () => nothing });
  await screen.findByText('Welcome, Ravi Pillai');
  expect(screen.queryByRole('button', { name: 'Search everywhere' })).toBeNull();
});
