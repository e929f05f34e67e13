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

it('the console’s search opens by its shortcut, waits for two characters and says when nothing is found', async () => {
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

it('a result of the console’s search can be opened by keyboard', async () => {
  const id = 'f3f0e3ae-61f4-4e61-8d1f-6f6f2e0f4d0a';
  const { router, user } = showConsole('/staff', 'registrar', {
    getToday: () => nothing,
    searchStaffConsole: () => ({
      data: {
        ...found,
        students: [{ id, name: 'Asha Nair', contact: 'asha@example.com', indos_number: '24EL0001' }],
        courses: [{ id: 101, course_code: 'FPFF', course_name: 'Nair Fire' }],
      },
    }),
    getStudentRecord() {
      throw new ApiError('offline', 'No response from server');
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Search everywhere' }));
  await user.type(await screen.findByRole('textbox', { name: 'Search everywhere' }), 'nair');
  await screen.findByText('asha@example.com · INDOS 24EL0001');
  screen.getByText('Nair Fire');
  await user.keyboard('{ArrowDown}{Enter}');
  await expect.poll(() => router.state.location.pathname).toBe(`/staff/students/${id}`);
});

it.each([
  ['administrator', '/staff/content/courses/101'],
  ['auditor', '/staff/content/courses/101'],
  ['registrar', '/staff/calendar?course=101'],
  ['accounts', '/staff/calendar?course=101'],
] as const)('a course found by the console’s search opens for the role %s at %s', async (role, address) => {
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
});

it('the console’s search says when there is no connection', async () => {
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

it('a role without the permission has no search in the console', async () => {
  showConsole('/staff', 'instructor', { getToday: () => nothing });
  await screen.findByText('Welcome, Ravi Pillai');
  expect(screen.queryByRole('button', { name: 'Search everywhere' })).toBeNull();
});
