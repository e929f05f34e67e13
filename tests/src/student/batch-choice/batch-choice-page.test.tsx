import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { BatchChoice } from '../../../../contract/batch-choice.ts';
import { BatchChoicePage } from '../../../../src/student/batch-choice/batch-choice-page.tsx';
import { enrolmentQueries } from '../../../../src/student/courses/enrolment.queries.ts';
import { orderQueries } from '../../../../src/student/orders/order.queries.ts';
import { paymentQueries } from '../../../../src/student/payments/payment.queries.ts';
import { type Answered, answeringApi, refusal } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';

const moved: BatchChoice = {
  ...{ kind: 'move', first_name: 'Asha', course_name: 'Fire Fighting', order_id: 'LF-2026-000123' },
  before: { start_date: '2027-03-01', end_date: '2027-03-03' },
  after: { start_date: '2027-03-08', end_date: '2027-03-10' },
  ...{ choose_until: '2027-02-08T06:30:00.000Z', chosen: null, chosen_batch: null },
  batches: [{ id: 9, batch_id: 9, start_date: '2027-04-05', end_date: '2027-04-07', available: 1, status: 'open' }],
  refund: { amount: 5500.5, package_name: null },
};
const answered = (data: BatchChoice): Answered => ({ body: { statusCode: 200, data } });

async function openPage(read: Answered | (() => Answered), chosen: Answered = 'no answer') {
  const { api, sent } = answeringApi({ 'POST /api/batch-choice/read': read, 'POST /api/batch-choice': chosen });
  const { queryClient } = await renderInPage(<BatchChoicePage token="t0ken" />, { api });
  const choices = () => sent.filter(({ url }) => url.endsWith('/batch-choice')).map(({ body }) => body);
  return { choices, queryClient, person: userEvent.setup({ delay: null }) };
}

describe('the page behind the link about a moved or cancelled batch', () => {
  it('a student whose course batch was moved to other dates can accept the new dates', async () => {
    const { choices, person } = await openPage(answered(moved), answered({ ...moved, chosen: 'accepted' }));
    await screen.findByText(
      'Fire Fighting has new dates: 8 Mar 2027 – 10 Mar 2027 instead of 1 Mar 2027 – 3 Mar 2027.',
    );
    const hint = 'Choose one of the options to confirm it.';
    expect(screen.getByText(hint)).toBeTruthy();
    await person.click(screen.getByRole('radio', { name: 'Keep my seat on the new dates: 8 Mar 2027 – 10 Mar 2027' }));
    expect(screen.queryByText(hint)).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Confirm my choice' }));
    await screen.findByText('Your seat is booked: 8 Mar 2027 – 10 Mar 2027');
    // The form with the focused button is gone, so the focus is on the outcome.
    expect(document.activeElement?.textContent).toMatch(/^Your seat is booked/);
    expect(choices()).toEqual([{ token: 't0ken', choice: 'accept' }]);
  });

  it('a student whose course batch was moved to other dates can choose another batch', async () => {
    const after = {
      ...moved,
      chosen: 'transferred' as const,
      chosen_batch: { start_date: '2027-04-05', end_date: '2027-04-07' },
    };
    const { choices, person } = await openPage(answered(moved), answered(after));
    await person.click(await screen.findByRole('radio', { name: /Another batch: 5 Apr 2027/ }));
    await person.click(screen.getByRole('button', { name: 'Confirm my choice' }));
    await screen.findByText('Your seat is booked: 5 Apr 2027 – 7 Apr 2027');
    expect(choices()).toEqual([{ token: 't0ken', choice: 'transfer', batch_id: 9 }]);
  });

  it('choosing a refund for a cancelled batch of a package asks for confirmation and shows the refund for the whole package', async () => {
    const cancelled = {
      ...moved,
      kind: 'cancel' as const,
      after: null,
      refund: { amount: 9000, package_name: 'Sea pack' },
    };
    const { choices, person } = await openPage(answered(cancelled), answered({ ...cancelled, chosen: 'refunded' }));
    await screen.findByText(/will not take place/);
    expect(screen.queryByRole('radio', { name: /Keep my seat/ })).toBeNull();
    await person.click(screen.getByRole('radio', { name: 'A refund' }));
    await person.click(screen.getByRole('button', { name: 'Confirm my choice' }));
    const dialog = await screen.findByRole('dialog', { name: 'Cancel this booking?' });
    expect(dialog.textContent).toContain('₹9,000.00 for the whole package Sea pack, with all its courses');
    expect(choices()).toEqual([]);
    await person.click(within(dialog).getByRole('button', { name: 'Refund my booking' }));
    await screen.findByText('You have chosen a refund');
    expect(choices()).toEqual([{ token: 't0ken', choice: 'refund' }]);
  });

  it('a student who chooses a batch that has become full sees a message to choose another batch', async () => {
    const { choices, person } = await openPage(
      answered(moved),
      refusal(409, 'BATCH_NOT_FREE', 'This batch has no seat left. Please choose another.'),
    );
    await person.click(await screen.findByRole('radio', { name: /Another batch/ }));
    await person.click(screen.getByRole('button', { name: 'Confirm my choice' }));
    await screen.findByText('This batch has no seat left. Please choose another.');
    await waitFor(() => expect(choices()).toHaveLength(1));
  });

  it('if the batch that a student chooses has become full and no other batch has free seats, the student must choose another option', async () => {
    const offers = [moved, { ...moved, batches: [] }];
    const { person } = await openPage(
      () => answered(offers.shift() ?? moved),
      refusal(409, 'BATCH_NOT_FREE', 'This batch has no seat left. Please choose another.'),
    );
    await person.click(await screen.findByRole('radio', { name: /Another batch/ }));
    await person.click(screen.getByRole('button', { name: 'Confirm my choice' }));
    await screen.findByText('No other batch of this course has free seats now.');
    expect(screen.getByText('Choose one of the options to confirm it.')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm my choice' }).disabled).toBe(true);
  });

  it('keeping the seat in a batch that was moved marks the loaded lists of orders, courses and payments as outdated', async () => {
    const { queryClient, person } = await openPage(answered(moved), answered({ ...moved, chosen: 'accepted' }));
    const lists = [orderQueries, enrolmentQueries, paymentQueries].map(({ list }) => list('s1').queryKey);
    for (const key of lists) queryClient.setQueryData<unknown>(key, []);
    await person.click(await screen.findByRole('radio', { name: /Keep my seat/ }));
    await person.click(screen.getByRole('button', { name: 'Confirm my choice' }));
    await screen.findByText(/Your seat is booked/);
    await waitFor(() =>
      expect(lists.map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, true, true]),
    );
  });

  it('an expired link to choose another batch opens a page with the text “This link no longer works” and a link to My Courses', async () => {
    await openPage(refusal(404, 'LINK_INVALID', 'This link has expired or was replaced by a newer one.'));
    await screen.findByText('This link no longer works');
    expect(screen.getByRole('link', { name: 'My Courses' }).getAttribute('href')).toBe('/profile?tab=courses');
  });
});
