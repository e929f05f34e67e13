import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ListedWaitingEntry } from '../../../../contract/staff/staff-waiting-lists.ts';
import { ApiError } from '../../../../src/lib/api.ts';
import { showConsole } from '../show-console.tsx';

const batch = {
  ...{ course_id: 101, course_name: 'Fire Fighting', batch_id: 3 },
  ...{ start_date: '2030-04-21', end_date: '2030-04-23' },
};
const student = (name: string) => ({
  ...{ id: '7d4cf2ac-6c3c-4b57-9d25-d1c1ad35a5f2', name, email: 'asha@example.com', mobile: '9876500001' },
});
const entry = (id: number, change: Partial<ListedWaitingEntry> = {}): ListedWaitingEntry => ({
  ...{ id, type: 'course', item_id: 101, name: 'Fire Fighting', batches: [batch], state: 'waiting', place: id },
  ...{ offer_until: null, is_ordered: false, end_reason: null, created_at: '2030-01-01T06:00:00.000Z' },
  offer_obstacle: null,
  student: student(`Student ${id}`),
  ...change,
});
const list = [
  entry(9, { state: 'offered', place: null, offer_until: '2030-01-02T06:30:00.000Z' }),
  entry(1),
  entry(8, { state: 'ended', place: null, end_reason: 'missed' }),
];

it('the list of course batches with waiting students links to the waiting list of each batch', async () => {
  const { user, router } = showConsole('/staff/waiting-lists', 'registrar', {
    listWaitingLists: () => ({ data: [{ ...batch, waiting: 4, offered: 1, free: 0 }] }),
    readWaitingList: () => ({ data: list, batch }),
  });
  const table = await screen.findByRole('table', { name: 'Waiting lists' });
  expect(within(table).getByText('21 Apr 2030 – 23 Apr 2030')).toBeTruthy();
  await user.click(within(table).getByRole('link', { name: 'Fire Fighting' }));
  expect(await screen.findByRole('table', { name: 'Waiting list' })).toBeTruthy();
  expect(router.state.location.pathname).toBe('/staff/waiting-lists/3');
});

it('the page of a batch’s waiting list links to the page of the batch', async () => {
  showConsole('/staff/waiting-lists/3', 'registrar', { readWaitingList: () => ({ data: list, batch }) });
  const link = await screen.findByRole('link', { name: 'Fire Fighting, 21 Apr 2030 – 23 Apr 2030' });
  expect(link.getAttribute('href')).toBe('/staff/batches/3');
});

it('the waiting list of a batch shows the deadline of a seat offer, each student’s position, and why an entry has ended', async () => {
  showConsole('/staff/waiting-lists/3', 'auditor', { readWaitingList: () => ({ data: list, batch }) });
  const rows = within(await screen.findByRole('table', { name: 'Waiting list' })).getAllByRole('row');
  const texts = rows.map(({ textContent }) => textContent ?? '');
  expect(texts[1]).toContain('On offer until 2 Jan 2030, 12:00');
  expect(texts[2]).toContain('Place 1');
  expect(texts[3]).toContain('Ended: missed the deadline');
  expect(screen.queryByRole('button', { name: /^(Offer|Remove)/ })).toBeNull();
});

it.each([
  ['NO_SEATS', 'course', 'No offer now: no seat is free'],
  ['NO_SEATS', 'package', 'No offer now: not all seats are free'],
  ['CANNOT_BOOK', 'course', 'No offer now: cannot be booked at present'],
] as const)(
  'when a seat cannot be offered because of %s (waiting for a %s), the waiting list shows “%s” instead of the button to offer one',
  async (offer_obstacle, type, text) => {
    showConsole('/staff/waiting-lists/3', 'registrar', {
      readWaitingList: () => ({ data: [entry(1, { offer_obstacle, type }), entry(2)], batch }),
    });
    expect(within(await screen.findByRole('row', { name: /Student 1/ })).getByText(text)).toBeTruthy();
    const offers = screen.getAllByRole('button', { name: /^Offer a seat to/ });
    expect(offers.map((button) => button.getAttribute('aria-label'))).toEqual(['Offer a seat to Student 2']);
  },
);

it('a registrar can offer a seat to a student on the waiting list, and can retry after an error', async () => {
  let isFree = false;
  const { user, inputsOf } = showConsole('/staff/waiting-lists/3', 'registrar', {
    readWaitingList: () => ({ data: list, batch }),
    offerWaitingSeat() {
      if (isFree) return { data: entry(1, { state: 'offered', place: null }) };
      const failure = { statusCode: 409, code: 'NO_SEATS', errorCode: 'NO_SEATS', message: 'No seat.', requestId: 'r' };
      throw new ApiError('refused', 'No seat.', 409, { failure });
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Offer a seat to Student 1' }));
  await user.type(await screen.findByLabelText(/^Reason/), 'Ship sails early');
  await user.click(screen.getByRole('button', { name: 'Offer a seat now' }));
  expect((await screen.findByRole('alert')).textContent).toContain('No seat.');
  isFree = true;
  await user.click(screen.getByRole('button', { name: 'Offer a seat now' }));
  await expect.poll(() => screen.queryByLabelText(/^Reason/)).toBeNull();
  expect(inputsOf('offerWaitingSeat').at(-1)).toEqual({ params: { id: 1 }, body: { reason: 'Ship sails early' } });
});

it('the page of waiting lists shows an error and a retry button when the lists cannot be loaded', async () => {
  let isDown = true;
  const { user } = showConsole('/staff/waiting-lists', 'registrar', {
    listWaitingLists() {
      if (isDown) throw new ApiError('offline', 'No response from server');
      return { data: [] };
    },
  });
  expect((await screen.findByRole('alert')).textContent).toContain('There is no connection');
  isDown = false;
  await user.click(screen.getByRole('button', { name: /try again/i }));
  expect(await screen.findByText('Nobody is waiting for a batch')).toBeTruthy();
});
