import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { sessionHintCookie } from '../../../../contract/headers.ts';
import type { Receipt } from '../../../../contract/receipt.ts';
import { BookingPass } from '../../../../src/checkout/steps/booking-pass.tsx';
import { OrdersTab } from '../../../../src/student/orders/orders-tab.tsx';
import { receiptQueries } from '../../../../src/student/receipt/receipt.queries.ts';
import { ReceiptPage } from '../../../../src/student/receipt/receipt-page.tsx';
import { type Answered, answeringApi, refusal } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { order, studentId } from '../../checkout/orders.ts';

const orderId = 'LF-2026-000123';
const fire = { name: 'Fire Fighting', batch_start_date: '2026-12-01', batch_end_date: '2026-12-03' };

const receipt: Receipt = {
  receipt_number: 'LFR-2026-000045',
  issued_on: '2026-11-21',
  order_id: orderId,
  state: 'completed',
  academy: {
    legal_name: 'Harbour Academy Private Limited',
    address: '1 Quay Road, Chennai',
    tax_number: 'GSTIN 33XXXXX0000X0Z0',
    email: 'accounts@example.com',
    phone: '1800-000-1111',
    note: 'Valid without a signature.',
  },
  student: { name: 'Asha Nair', email: 'asha.nair@example.com', mobile: null, indos_number: null },
  lines: [{ type: 'package', name: 'Sea Start', price: 13_500, courses: [fire, { ...fire, name: 'Radar' }] }],
  subtotal: 15_000,
  discount: 1500,
  total: 13_500,
  total_in_words: 'Rupees Thirteen Thousand Five Hundred Only',
  payment: { method: 'UPI', reference: 'pay-1' },
};
const response = (change: Partial<Receipt> = {}): Answered => ({
  body: { statusCode: 200, data: { ...receipt, ...change } },
});

async function open(answered: Answered, { isSignedIn = true, isOnline = true } = {}) {
  vi.spyOn(document, 'cookie', 'get').mockReturnValue(isSignedIn ? `${sessionHintCookie}=h` : '');
  const { api } = answeringApi({
    'POST /api/auth/verify/login/status': {
      body: { statusCode: 200, user: { id: studentId, name: 'Asha Nair', image: null } },
    },
    [`GET /api/orders/${orderId}/receipt`]: answered,
  });
  const page = <ReceiptPage orderId={orderId} phone="98765 40001" isOnline={isOnline} />;
  return { ...(await renderInPage(page, { api })), person: userEvent.setup({ delay: null }) };
}

describe('the receipt', () => {
  it('a receipt shows the academy, the student, the courses, the amounts and the payment', async () => {
    await open(response());
    const sheet = await screen.findByRole('article', { name: 'Receipt LFR-2026-000045' });
    for (const text of [
      'Harbour Academy Private Limited',
      'GSTIN 33XXXXX0000X0Z0',
      'Asha Nair',
      '21 Nov 2026',
      orderId,
    ])
      expect(sheet.textContent).toContain(text);
    const row = within(sheet).getByRole('row', { name: 'Sea Start ₹13,500.00' });
    expect(row.nextElementSibling?.textContent).toBe('Fire Fighting: 1 Dec 2026 – 3 Dec 2026');
    for (const name of ['Fees before discount ₹15,000.00', 'Discount −₹1,500.00', 'Total paid ₹13,500.00'])
      expect(within(sheet).getByRole('row', { name })).toBeTruthy();
    expect(sheet.textContent).toContain('Rupees Thirteen Thousand Five Hundred Only');
    expect(sheet.textContent).toContain('pay-1');
  });

  it('the receipt of a refunded order says that the amount was refunded', async () => {
    await open(response({ discount: 0, payment: null, state: 'refunded' }));
    const sheet = await screen.findByRole('article');
    expect(within(sheet).queryByText('Discount')).toBeNull();
    expect(within(sheet).getByText('Nothing to pay')).toBeTruthy();
    expect(within(sheet).getByText('This amount was refunded.')).toBeTruthy();
  });

  it('a receipt can be downloaded as PDF and printed', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => {});
    const { person } = await open(response());
    const link = await screen.findByRole('link', { name: 'Download PDF' });
    expect(link.getAttribute('href')).toBe(`/api/orders/${orderId}/receipt.pdf`);
    await person.click(screen.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledTimes(1);
  });

  it('the receipt for a price difference that was paid later names the first receipt and has a PDF of its own', async () => {
    vi.spyOn(document, 'cookie', 'get').mockReturnValue(`${sessionHintCookie}=h`);
    const due = { receipt_number: 'LFR-2026-000046', adds_to: 'LFR-2026-000045', discount: 0, total: 3249.59 };
    const { api } = answeringApi({
      'POST /api/auth/verify/login/status': {
        body: { statusCode: 200, user: { id: studentId, name: 'Asha Nair', image: null } },
      },
      [`GET /api/orders/${orderId}/receipt`]: ({ url }) =>
        url.endsWith('?number=LFR-2026-000046') ? response(due) : refusal(404, 'NOT_FOUND'),
    });
    await renderInPage(<ReceiptPage orderId={orderId} number="LFR-2026-000046" phone={null} isOnline />, { api });
    const sheet = await screen.findByRole('article', { name: 'Receipt LFR-2026-000046' });
    expect(within(sheet).getByText('Adds to receipt').nextElementSibling?.textContent).toBe('LFR-2026-000045');
    expect(within(sheet).getByRole('columnheader', { name: 'Price difference' })).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Download PDF' });
    expect(link.getAttribute('href')).toBe(`/api/orders/${orderId}/receipt.pdf?number=LFR-2026-000046`);
  });

  it('a receipt page that is opened offline says that downloading the PDF needs a connection', async () => {
    expect(receiptQueries.detail(studentId, orderId).meta).toEqual({ persist: 'student' });
    await open(response(), { isOnline: false });
    expect(await screen.findByRole('article')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Download PDF' })).toBeNull();
    expect(screen.getByText(/^You can download the PDF/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Print' })).toBeTruthy();
  });
});

describe('a receipt that cannot be shown', () => {
  it('without a sign-in, the receipt page shows a login link that leads back to the receipt', async () => {
    await open(response(), { isSignedIn: false });
    const login = await screen.findByRole('link', { name: 'Login' });
    expect(decodeURIComponent(login.getAttribute('href') ?? '')).toContain(`/course-booking/receipt/${orderId}`);
  });

  it('the receipt page shows “No receipt here” for an order without a receipt', async () => {
    await open(refusal(404, 'NOT_FOUND'));
    expect(await screen.findByText('No receipt here')).toBeTruthy();
    expect(screen.getByText(/is not one of your paid orders/)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('the receipt page shows an error and a retry button when the receipt could not be loaded', async () => {
    let isBack = false;
    vi.spyOn(document, 'cookie', 'get').mockReturnValue(`${sessionHintCookie}=h`);
    const { api } = answeringApi({
      'POST /api/auth/verify/login/status': {
        body: { statusCode: 200, user: { id: studentId, name: 'Asha Nair', image: null } },
      },
      [`GET /api/orders/${orderId}/receipt`]: () => (isBack ? response() : refusal(403, 'FORBIDDEN')),
    });
    await renderInPage(<ReceiptPage orderId={orderId} phone={null} isOnline />, { api });
    expect(await screen.findByText('Your receipt could not be loaded.')).toBeTruthy();
    isBack = true;
    await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('article')).toBeTruthy();
  });
});

describe('links to the receipt', () => {
  const address = `/course-booking/receipt/${orderId}`;

  it('My Orders links to the receipt of each order that has a receipt', async () => {
    const unpaid = order({ order_id: 'LF-2026-000124', receipt_number: null });
    const { api } = answeringApi({
      'GET /api/users/student/orders': { body: { statusCode: 200, data: [order(), unpaid] } },
    });
    await renderInPage(<OrdersTab studentId={studentId} phone={null} view={undefined} />, { api });
    await screen.findByText('LF-2026-000124');
    const links = screen.getAllByRole('link', { name: /View receipt/ });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([address]);
  });

  it('the booking pass, a printable page of a confirmed booking, links to the receipt', async () => {
    const { api } = answeringApi({});
    await renderInPage(<BookingPass order={order()} studentName="Asha Nair" brand={null} cancelledCourseIds={[]} />, {
      api,
    });
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'LFR-2026-000045' }).getAttribute('href')).toBe(address),
    );
  });
});
