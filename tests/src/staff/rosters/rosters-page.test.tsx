import 'fake-indexeddb/auto';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { RosterSummary } from '../../../../contract/staff/rosters.ts';
import { academyDay } from '../../../../src/lib/format/format.ts';
import { showConsole } from '../show-console.tsx';

const today = academyDay();
const batch = (batch_id: number, course_name: string, students: number): RosterSummary => ({
  ...{ batch_id, course_name, students, start_date: today, end_date: today, venue: null, instructor: null },
});
const batches = [batch(1, 'Fire Prevention', 4), batch(2, 'Radar Simulator', 0), batch(3, 'Radar Simulator', 2)];
const open = (search = '', data = batches) =>
  showConsole(`/staff/rosters${search}`, 'registrar', { listRosters: () => ({ data }) });
const shown = () =>
  screen
    .queryAllByRole('link')
    .map((link) => link.getAttribute('href') ?? '')
    .filter((href) => href.startsWith('/staff/rosters/'));

it('the list of rosters leaves out batches without students, says how many, and shows them on request', async () => {
  const { router, user } = open();
  expect(await screen.findByText('1 batch without students is not shown.')).toBeTruthy();
  expect(shown()).toEqual(['/staff/rosters/1', '/staff/rosters/3']);
  await user.click(screen.getByRole('checkbox', { name: 'Only with students' }));
  await waitFor(() => expect(shown()).toEqual(['/staff/rosters/1', '/staff/rosters/2', '/staff/rosters/3']));
  expect(router.state.location.search).toEqual({ students: 'any' });
  expect(screen.queryByText(/not shown/)).toBeNull();
});

it('the search field of the list of rosters finds batches by course name and stores the search text in the URL', async () => {
  const { router, user } = open('?students=any');
  await user.type(await screen.findByRole('searchbox', { name: 'Course' }), 'radar');
  await waitFor(() => expect(shown()).toEqual(['/staff/rosters/2', '/staff/rosters/3']));
  expect(router.state.location.search).toEqual({ q: 'radar', students: 'any' });
});

it('when no course matches the search, the list of rosters says so, and shows rosters again once the search text is changed', async () => {
  const { user } = open('?q=sonar');
  expect(await screen.findByText('No course matches')).toBeTruthy();
  const field = screen.getByRole('searchbox', { name: 'Course' });
  await user.clear(field);
  await waitFor(() => expect(shown()).toHaveLength(2));
  await user.type(field, 'radar');
  await waitFor(() => expect(shown()).toEqual(['/staff/rosters/3']));
});

it('a list of rosters whose batches all lack students says “No batch has students yet” and how many batches are hidden', async () => {
  open('', [batch(2, 'Radar Simulator', 0)]);
  expect(await screen.findByText('No batch has students yet')).toBeTruthy();
  expect(screen.getByText('1 batch without students is not shown.')).toBeTruthy();
});
