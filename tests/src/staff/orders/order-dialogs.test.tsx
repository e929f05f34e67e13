import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import '../../../../src/staff/orders/order-page.tsx';
import { ApiError } from '../../../../src/lib/api.ts';
import { signedInStaff } from '../render-console.tsx';
import { showConsole } from '../show-console.tsx';

const id = 'LF-2026-000123';
const at = '2040-03-10T06:30:00.000Z';
const fire = {
  ...{ course_id: 101, course_name: 'Fire Fighting', batch_id: 1 },
  ...{ start_date: '2040-04-01', end_date: '2040-04-03' },
};
const radar = { ...fire, course_id: 401, course_name: 'Radar Simulator', batch_id: 11 };
const line = { item_id: 7, type: 'course', name: 'Fire Fighting', price: 5500.5, paid: 5500.5, cancelled_at: null };
const order = {
  ...{ order_id: id, state: 'completed', created_at: at, completed_at: at },
  ...{ subtotal: 5500.5, discount: 0, total: 5500.5, receipt_number: 'LFR-2026-000045' },
  student: { id: '0a4cf2ac-6c3c-4b57-9d25-d1c1ad35a5f1', name: 'Asha Nair', email: null, mobile: '9876600001' },
  lines: [{ ...line, courses: [fire] }],
  ...{ attempts: [], refunds: [], dues: [], due_receipts: [], timeline: [] },
};
const getStaffOrder = () => ({ data: order });

it('the dialog to move a booking shows the new price difference if the amounts have changed since the preview', async () => {
  let due = 2000;
  const { inputsOf, user } = showConsole(`/staff/orders/${id}`, 'registrar', {
    getStaffOrder,
    listOpenBatches: () => ({ data: [{ ...radar, free: 4, office: 0, price: 7500.5 }] }),
    previewTransfer: () => ({ data: { from: fire, to: radar, paid: 5500.5, refund: 0, due, email_to: null } }),
    transferStaffBooking({ body }) {
      if ((body as { due: number }).due === 2500) return { data: { refund: 0, due: 2500 } };
      due = 2500;
      const message = 'The amounts have changed meanwhile.';
      const failure = { statusCode: 409, code: 'PREVIEW_CHANGED', errorCode: 'CONFLICT', message, requestId: 'r1' };
      throw new ApiError('refused', message, 409, { failure });
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Move Fire Fighting' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Move Fire Fighting' }));
  await user.click(dialog.getByRole('combobox', { name: 'New batch' }));
  await user.click(await screen.findByRole('option', { name: /4 free/ }));
  await dialog.findByText('₹2,000.00 are due at the office');
  await user.type(dialog.getByLabelText(/Reason/), 'wants radar');
  await user.click(dialog.getByRole('button', { name: 'Move booking' }));
  await dialog.findByText('₹2,500.00 are due at the office');
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Move booking' })).toHaveProperty('disabled', false));
  await user.click(dialog.getByRole('button', { name: 'Move booking' }));
  await screen.findByText('Booking moved');
  expect(inputsOf('transferStaffBooking')).toHaveLength(2);
});

it('the dialog to cancel a booking sends the same call again, under the same idempotency key, after a lost response', async () => {
  const keys: Array<string | undefined> = [];
  const { user } = showConsole(`/staff/orders/${id}`, 'registrar', {
    getStaffOrder,
    // The server has cancelled the booking with the first call, so its preview then lists no booking.
    previewCancellation: () => ({
      data: {
        lines:
          keys.length > 0
            ? []
            : [
                {
                  ...{ item_id: 7, name: 'Fire Fighting', paid: 5500.5, courses: [fire], days_before: 10 },
                  ...{ is_batch_cancelled: false, is_by_accounts: false, percent: 50, refund: 2750.25 },
                },
              ],
        policy: [{ days: 7, percent: 50 }],
        email_to: null,
      },
    }),
    cancelStaffOrder(_, options) {
      keys.push(options?.key);
      if (keys.length === 1) throw new ApiError('offline', 'No response from server');
      return { data: { refund: 2750.25, due: 0 } };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Cancel booking' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel booking' }));
  await user.type(await dialog.findByLabelText(/Reason/), 'fell ill');
  await user.click(await dialog.findByRole('button', { name: /Cancel and refund ₹2/ }));
  await dialog.findByText('There is no connection to the server. Please try again.');
  await user.click(dialog.getByRole('button', { name: /Cancel and refund ₹2/ }));
  await waitFor(() => expect(keys).toHaveLength(2));
  expect(keys[1]).toBe(keys[0]);
});

it('in the staff console, a click on a receipt link shows the sign-in dialog if the session has ended', async () => {
  let isSignedIn = true;
  const { user } = showConsole(`/staff/orders/${id}`, 'registrar', {
    getStaffOrder,
    getStaffSession() {
      if (isSignedIn) return { data: signedInStaff('registrar') };
      const failure = { statusCode: 401, code: 'UNAUTHORIZED_REQUEST', errorCode: 'X', message: '', requestId: 'r1' };
      throw new ApiError('refused', '', 401, { failure });
    },
  });
  const link = await screen.findByRole('link', { name: 'LFR-2026-000045 (PDF)' });
  isSignedIn = false;
  await user.click(link);
  expect(await screen.findByRole('dialog', { name: 'Your session has ended' })).toBeTruthy();
});

it('in the staff console, a click on a receipt link shows an error message if there is no connection', async () => {
  let isOffline = false;
  const { user } = showConsole(`/staff/orders/${id}`, 'registrar', {
    getStaffOrder,
    getStaffSession() {
      if (isOffline) throw new ApiError('offline', 'No response from server');
      return { data: signedInStaff('registrar') };
    },
  });
  const link = await screen.findByRole('link', { name: 'LFR-2026-000045 (PDF)' });
  isOffline = true;
  await user.click(link);
  expect(await screen.findByText('There is no connection to the server. Please try again.')).toBeTruthy();
});

it('the dialogs to move and to cancel a booking ask for confirmation before closing if a batch was chosen or a reason typed', async () => {
  const { user } = showConsole(`/staff/orders/${id}`, 'registrar', {
    getStaffOrder,
    listOpenBatches: () => ({ data: [{ ...radar, free: 4, office: 0, price: 7500.5 }] }),
    previewTransfer: () => ({ data: { from: fire, to: radar, paid: 5500.5, refund: 0, due: 2000, email_to: null } }),
    previewCancellation: () => ({ data: { lines: [], policy: [], email_to: null } }),
  });
  const discards = async () => {
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await user.click(await screen.findByRole('button', { name: 'Move Fire Fighting' }));
  const moving = within(await screen.findByRole('dialog', { name: 'Move Fire Fighting' }));
  await user.click(moving.getByRole('combobox', { name: 'New batch' }));
  await user.click(await screen.findByRole('option', { name: /4 free/ }));
  await discards();

  await user.click(screen.getByRole('button', { name: 'Cancel booking' }));
  const cancelling = within(await screen.findByRole('dialog', { name: 'Cancel booking' }));
  await user.type(cancelling.getByLabelText(/Reason/), 'fell ill');
  await discards();
});

it('the dialog to record a payment asks for confirmation before closing if a method other than cash has been chosen', async () => {
  const { user } = showConsole(`/staff/orders/${id}`, 'registrar', {
    getStaffOrder: () => ({ data: { ...order, dues: [{ change_id: 3, amount: 2000, at, text: 'Radar Simulator' }] } }),
  });
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'Record payment' }));
    return within(await screen.findByRole('dialog', { name: 'Record payment' }));
  };
  await open();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  const dialog = await open();
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Paid by' }), 'upi');
  await user.type(dialog.getByLabelText(/Reference/), '4711');
  await user.keyboard('{Escape}');
  await screen.findByRole('dialog', { name: 'Discard what you entered?' });
});
