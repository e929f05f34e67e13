import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { StudentPayment } from '../../../../contract/student-payments.ts';
import { paymentQueries } from '../../../../src/student/payments/payment.queries.ts';
import { PaymentsTab } from '../../../../src/student/payments/payments-tab.tsx';
import { type Answered, answeringApi, refusal } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { studentId } from '../../checkout/orders.ts';

const payment = (change: Partial<StudentPayment> = {}): StudentPayment => ({
  attempt_id: 'LF-2026-000123-1',
  date: '2026-11-20T04:30:00.000Z',
  order_id: 'LF-2026-000123',
  method: 'UPI',
  amount: 5500.5,
  status: 'APPROVED',
  refund: null,
  receipt_number: 'LFR-2026-000045',
  pays_due: false,
  ...change,
});
const listed = (...payments: StudentPayment[]): Answered => ({ body: { statusCode: 200, data: payments } });

async function open(answered: Answered | (() => Answered)) {
  const { api } = answeringApi({ 'GET /api/users/student/payments': answered });
  await renderInPage(<PaymentsTab studentId={studentId} phone={null} view={undefined} />, { api });
}

async function findRows() {
  const [, ...rows] = within(await screen.findByRole('table')).getAllByRole('row');
  return rows.map((row) => [...row.children].map(({ textContent }) => textContent));
}

describe('Payments', () => {
  it('the Payments tab lists every payment attempt with date, order, method, amount, status and receipt', async () => {
    await open(
      listed(
        payment(),
        payment({ attempt_id: 'b', status: 'DECLINED', method: null, receipt_number: null }),
        payment({ attempt_id: 'c', status: 'PROCESSING', method: null, receipt_number: null }),
        payment({ attempt_id: 'd', method: null, amount: 0 }),
      ),
    );
    expect(await findRows()).toEqual([
      ['20 Nov 2026, 10:00', 'LF-2026-000123', 'UPI', '₹5,500.50', 'Paid', 'Receipt LFR-2026-000045'],
      ['20 Nov 2026, 10:00', 'LF-2026-000123', 'Unknown', '₹5,500.50', 'Failed', 'None'],
      ['20 Nov 2026, 10:00', 'LF-2026-000123', 'Unknown', '₹5,500.50', 'Pending Payment', 'None'],
      ['20 Nov 2026, 10:00', 'LF-2026-000123', 'Nothing to pay', '₹0.00', 'Paid', 'Receipt LFR-2026-000045'],
    ]);
    const [link] = screen.getAllByRole('link', { name: 'Receipt LFR-2026-000045' });
    expect(link?.getAttribute('href')).toBe('/course-booking/receipt/LF-2026-000123');
  });

  it('the Payments tab links a later payment of a price difference to the separate receipt of this payment', async () => {
    const due = { attempt_id: 'b', pays_due: true, amount: 3249.59, receipt_number: 'LFR-2026-000046' };
    await open(listed(payment(due), payment()));
    const hrefs = (await screen.findAllByRole('link')).map((link) => link.getAttribute('href'));
    expect(hrefs).toEqual([
      '/course-booking/receipt/LF-2026-000123?number=LFR-2026-000046',
      '/course-booking/receipt/LF-2026-000123',
    ]);
  });

  it('the Payments tab shows each of two refunds of one payment', async () => {
    const refunds: StudentPayment['refunds'] = [
      { amount: 1000.25, status: 'refunded' },
      { amount: 500, status: 'due' },
    ];
    await open(listed(payment({ refund: { amount: 1500.25, status: 'due' }, refunds })));
    expect(await screen.findByText('₹1,000.25 refunded, ₹500.00 is being refunded')).toBeTruthy();
  });

  it('the Payments tab shows refunds even from a list of payments that an older version of the app has stored on the device', async () => {
    const due = payment({ refund: { amount: 5500.5, status: 'due' } });
    await open(listed(due, payment({ attempt_id: 'b', refund: { amount: 100, status: 'refunded' } })));
    expect(await screen.findByText('₹5,500.50 is being refunded')).toBeTruthy();
    expect(screen.getByText('₹100.00 refunded')).toBeTruthy();
  });

  it('the Payments tab shows a message when there are no payments yet', async () => {
    await open(listed());
    expect(await screen.findByText('Your payments will appear here.')).toBeTruthy();
  });

  it('the Payments tab shows an error and a retry button when the payments could not be loaded', async () => {
    let isBack = false;
    await open(() => (isBack ? listed(payment()) : refusal(403, 'FORBIDDEN')));
    await screen.findByText('Your payments could not be loaded.');
    isBack = true;
    await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('UPI')).toBeTruthy();
  });

  it('the query for a student’s payments is marked for storage on the device', () => {
    expect(paymentQueries.list(studentId).meta).toEqual({ persist: 'student' });
  });
});
