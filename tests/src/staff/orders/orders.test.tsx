import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { StaffOrder } from '../../../../contract/staff/orders.ts';
import type { StaffRole } from '../../../../contract/staff/permissions.ts';
import '../../../../src/staff/money/money-page.tsx';
import '../../../../src/staff/orders/office-sale-page.tsx';
import '../../../../src/staff/orders/order-page.tsx';
import '../../../../src/staff/orders/orders-page.tsx';
import { type Answered, refusal } from '../../../support/answers.ts';
import { type Answers, answered, openConsole } from '../open-console.tsx';

const id = 'LF-2026-000123';
const address = `/api/staff/orders/${id}`;
const student = { id: '0a4cf2ac-6c3c-4b57-9d25-d1c1ad35a5f1', name: 'Asha Nair' };
const fire = {
  ...{ course_id: 101, course_name: 'Fire Fighting', batch_id: 1 },
  ...{ start_date: '2040-04-01', end_date: '2040-04-03' },
};
const at = '2040-03-10T06:30:00.000Z';

function order(change: Partial<StaffOrder> = {}): StaffOrder {
  return {
    ...{
      order_id: id,
      state: 'completed',
      created_at: at,
      completed_at: at,
      subtotal: 5500.5,
      discount: 0,
      total: 5500.5,
    },
    receipt_number: 'LFR-2026-000045',
    student: { ...student, email: 'asha@example.com', mobile: '9876600001' },
    lines: [
      {
        item_id: 7,
        type: 'course',
        name: 'Fire Fighting',
        price: 5500.5,
        paid: 5500.5,
        cancelled_at: null,
        courses: [fire],
      },
    ],
    ...{ attempts: [], refunds: [], dues: [], due_receipts: [] },
    timeline: [
      { at, kind: 'order', title: 'Paid and booked', detail: null },
      { at, kind: 'email', title: 'Email sent', detail: 'Booking confirmed', email_id: 7 },
    ],
    ...change,
  };
}

const cancellation = {
  lines: [
    {
      ...{ item_id: 7, name: 'Fire Fighting', paid: 5500.5, courses: [fire] },
      ...{ is_batch_cancelled: false, is_by_accounts: false, days_before: 10, percent: 50, refund: 2750.25 },
    },
  ],
  policy: [
    { days: 15, percent: 90 },
    { days: 7, percent: 50 },
  ],
  email_to: 'asha@example.com',
};

const terms = {
  ...{ version: '2040-01', title: 'Booking terms' },
  content: '<ol><li><h3>Your booking</h3><p>Seats are held <b onclick="x()">while</b> you pay.</p></li></ol>',
};
const acceptance = 'The student has read and accepts the booking terms (version 2040-01)';

const changed = answered({ refund: 0, due: 0 });
const open = (role: StaffRole, answers: Answers = {}, change: Partial<StaffOrder> = {}) =>
  openConsole(
    `/staff/orders/${id}`,
    {
      [`GET ${address}`]: answered(order(change)),
      [`GET ${address}/cancellation`]: answered(cancellation),
      ...answers,
    },
    role,
  );

describe('the list of orders', () => {
  it('the list of orders for staff shows the status of each order and searches while staff type', async () => {
    const row = { ...{ order_id: id, created_at: at, state: 'completed', student, items: ['Fire Fighting'] } };
    const listed = answered(
      [{ ...row, cancelled: 1, in_cancelled_batch: 0, total: 5500.5, due: 0, receipt_number: null }],
      { next: null },
    );
    const { sent, user } = await openConsole('/staff/orders', {
      'GET /api/staff/orders': listed,
    });
    const shown = (await screen.findByText('Cancelled', { ignore: 'option' })).closest('li, tr');
    expect(shown?.textContent).not.toMatch(/Paid|booked/);
    await user.type(screen.getByRole('searchbox'), 'asha');
    await waitFor(() => expect(sent.at(-1)?.url).toContain('q=asha'));
  });

  it('the list of orders for staff shows amounts due and can be filtered by status, such as “With an amount due”', async () => {
    const row = { ...{ order_id: id, created_at: at, state: 'completed', student, items: ['Radar Simulator'] } };
    const listed = answered(
      [{ ...row, cancelled: 0, in_cancelled_batch: 0, total: 5500.5, due: 3249.59, receipt_number: null }],
      {
        next: null,
      },
    );
    const { sent, user } = await openConsole('/staff/orders', { 'GET /api/staff/orders': listed });
    const shown = (await screen.findByText('₹3,249.59 due')).closest('li, tr');
    expect(shown?.textContent).toContain('Partly paid');
    await user.selectOptions(screen.getByLabelText('State'), 'With an amount due');
    await waitFor(() => expect(sent.at(-1)?.url).toContain('due=open'));
    await user.selectOptions(screen.getByLabelText('State'), 'To be settled by the office');
    await waitFor(() => expect(sent.at(-1)?.url).toMatch(/orders\?settle=office$/));
    await user.selectOptions(screen.getByLabelText('State'), 'Paid');
    await waitFor(() => expect(sent.at(-1)?.url).toMatch(/orders\?state=completed$/));
    await user.selectOptions(screen.getByLabelText('State'), 'Cancelled');
    await waitFor(() => expect(sent.at(-1)?.url).toMatch(/orders\?state=cancelled$/));
  });
});

describe('a booking of a cancelled batch', () => {
  const chooseUntil = (choose_until: string | null) => ({ ...fire, cancelled: { choose_until } });
  const [line] = order().lines;
  const linesOf = (...courses: StaffOrder['lines'][number]['courses']) => ({
    lines: line ? [{ ...line, courses }] : [],
  });

  it('the list of orders for staff marks an order with a booking in a cancelled batch', async () => {
    const row = { ...{ order_id: id, created_at: at, state: 'completed', student, items: ['Fire Fighting'] } };
    const more = { cancelled: 0, in_cancelled_batch: 1, total: 5500.5, due: 0, receipt_number: null };
    await openConsole('/staff/orders', { 'GET /api/staff/orders': answered([{ ...row, ...more }], { next: null }) });
    expect(await screen.findByText('Batch cancelled')).toBeTruthy();
  });

  it.each([
    ['2040-04-01T06:30:00.000Z', /batch cancelled: the student may choose another batch or a refund until 1 Apr 2040/],
    ['2020-04-01T06:30:00.000Z', /batch cancelled: the student has not chosen in time and gets a refund/],
    [null, /batch cancelled: the office must settle it/],
  ])(
    'the order page says how a booking in a cancelled batch is settled and has no “Send confirmation again” (student can choose until: %s)',
    async (until, text) => {
      await open('registrar', {}, linesOf(chooseUntil(until)));
      expect(await screen.findByText(text)).toBeTruthy();
      expect(screen.getByRole('button', { name: 'Cancel booking' })).toBeTruthy();
      expect(screen.queryByRole('button', { name: 'Send confirmation again' })).toBeNull();
    },
  );

  it('the order page offers “Send confirmation again” while one batch of a package takes place, and shows an error below the buttons', async () => {
    const radar = { ...fire, course_id: 102, course_name: 'Radar', batch_id: 2 };
    const { user } = await open(
      'registrar',
      { [`POST ${address}/confirmation`]: refusal(409, 'NO_EMAIL', 'This student has no email address.') },
      linesOf(chooseUntil(null), radar),
    );
    const button = await screen.findByRole('button', { name: 'Send confirmation again' });
    await user.click(button);
    expect(button.parentElement?.contains(await screen.findByRole('alert'))).toBe(false);
  });
});

describe('the page of an order', () => {
  it('the dialog with which a registrar cancels a booking shows how the refund is calculated from the refund policy', async () => {
    const { sent, user } = await open('registrar', { [`POST ${address}/cancel`]: changed });
    await user.click(await screen.findByRole('button', { name: 'Cancel booking' }));
    const dialog = await screen.findByRole('dialog', { name: 'Cancel booking' });
    expect(
      await within(dialog).findByText(/10 days before the first day: 50 % of ₹5,500\.50 = ₹2,750\.25/),
    ).toBeTruthy();
    expect(within(dialog).queryByRole('radio')).toBeNull();
    within(dialog).getByText(/What was paid at the office, accounts pay back by hand\.$/);
    await user.type(within(dialog).getByLabelText(/Reason/), 'fell ill');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel and refund ₹2,750.25' }));
    await screen.findByText('Booking cancelled');
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      ...{ item_ids: [7], refund: 2750.25, reason: 'fell ill' },
    });
  });

  it('the order page for staff links to the receipt and to the second receipt for a later paid price difference', async () => {
    await open('registrar', {}, { due_receipts: [{ receipt_number: 'LFR-2026-000046', amount: 3249.59 }] });
    const difference = await screen.findByText('Receipt of the difference');
    expect(difference.nextElementSibling?.textContent).toBe('LFR-2026-000046 (PDF), ₹3,249.59');
    const links = screen.getAllByRole('link', { name: /^LFR-/ });
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['LFR-2026-000045 (PDF)', `${address}/receipt.pdf`],
      ['LFR-2026-000046 (PDF)', `${address}/receipt.pdf?number=LFR-2026-000046`],
    ]);
  });

  it('staff with the accounts role who cancel a booking can choose the refund, up to the amount paid', async () => {
    const { sent, user } = await open('accounts', { [`POST ${address}/cancel-with-refund`]: changed });
    await user.click(await screen.findByRole('button', { name: 'Cancel booking' }));
    const dialog = await screen.findByRole('dialog', { name: 'Cancel booking' });
    await user.click(await within(dialog).findByRole('radio', { name: 'Another amount' }));
    const amount = within(dialog).getByLabelText('Amount in rupees');
    await user.type(amount, '9999');
    expect(within(dialog).getByText('At most ₹5,500.50 can be refunded.')).toBeTruthy();
    await user.clear(amount);
    await user.type(amount, '1000.25');
    await user.type(within(dialog).getByLabelText(/Reason/), 'as a favour');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel and refund ₹1,000.25' }));
    await screen.findByText('Booking cancelled');
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      lines: [{ item_id: 7, refund: 1000.25, paid: 5500.5, by_policy: 2750.25, is_by_accounts: false }],
      reason: 'as a favour',
    });
  });

  it('when the server refuses a cancellation, the dialog to cancel a booking keeps the typed reason and reloads the amounts', async () => {
    const { user, sent } = await open('registrar', {
      [`POST ${address}/cancel`]: refusal(409, 'PREVIEW_CHANGED', 'The amounts have changed meanwhile.'),
    });
    const previews = () => sent.filter(({ url }) => url.endsWith('/cancellation')).length;
    await user.click(await screen.findByRole('button', { name: 'Cancel booking' }));
    const dialog = await screen.findByRole('dialog', { name: 'Cancel booking' });
    await user.type(await within(dialog).findByLabelText(/Reason/), 'fell ill');
    await user.click(await within(dialog).findByRole('button', { name: /Cancel and refund ₹2/ }));
    expect(await within(dialog).findByText('The amounts have changed meanwhile.')).toBeTruthy();
    expect(within(dialog).getByLabelText<HTMLInputElement>(/Reason/).value).toBe('fell ill');
    await waitFor(() => expect(previews()).toBe(2));
  });

  it('the dialog to cancel a booking says that everything is refunded if the academy has cancelled the course batch', async () => {
    const [line] = cancellation.lines;
    const full = { ...cancellation, lines: [{ ...line, is_batch_cancelled: true, percent: 100, refund: 5500.5 }] };
    const { user } = await open('registrar', { [`GET ${address}/cancellation`]: answered(full) });
    await user.click(await screen.findByRole('button', { name: 'Cancel booking' }));
    expect(await screen.findByText(/academy cancelled the batch, so everything is refunded: ₹5,500.50/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Cancel and refund ₹5,500.50' })).toBeTruthy();
  });

  describe('a package with a cancelled batch, of which another course has begun', () => {
    const [line] = cancellation.lines;
    const begun = { ...line, is_batch_cancelled: true, is_by_accounts: true, percent: 0, refund: 0 };
    const answers = { [`GET ${address}/cancellation`]: answered({ ...cancellation, lines: [begun] }) };

    it('a registrar who wants to cancel a package with a cancelled batch and a course that has begun is asked to contact accounts', async () => {
      const { user } = await open('registrar', answers);
      await user.click(await screen.findByRole('button', { name: 'Cancel booking' }));
      const dialog = await screen.findByRole('dialog', { name: 'Cancel booking' });
      expect(await within(dialog).findByText(/another course has begun/)).toBeTruthy();
      expect(
        within(dialog).getByText('Accounts decides this refund. Ask accounts to cancel the booking.'),
      ).toBeTruthy();
      expect(within(dialog).queryByRole('radio')).toBeNull();
      expect(within(dialog).getByRole('button', { name: 'Cancel booking' })).toHaveProperty('disabled', true);
    });

    it('staff with the accounts role choose the refund of a booked package with a cancelled batch and a course that has begun', async () => {
      const { sent, user } = await open('accounts', { ...answers, [`POST ${address}/cancel-with-refund`]: changed });
      await user.click(await screen.findByRole('button', { name: 'Cancel booking' }));
      const dialog = await screen.findByRole('dialog', { name: 'Cancel booking' });
      expect(await within(dialog).findByText('Choose the refund.')).toBeTruthy();
      expect(within(dialog).queryByRole('radio', { name: /policy/ })).toBeNull();
      await user.click(within(dialog).getByRole('radio', { name: /Everything/ }));
      await user.type(within(dialog).getByLabelText(/Reason/), 'agreed by phone');
      await user.click(within(dialog).getByRole('button', { name: 'Cancel and refund ₹5,500.50' }));
      await screen.findByText('Booking cancelled');
      expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
        lines: [{ item_id: 7, refund: 5500.5, paid: 5500.5, by_policy: 0, is_by_accounts: true }],
        reason: 'agreed by phone',
      });
    });
  });

  const paid = (amount: number): StaffOrder['attempts'][number] => ({
    ...{ attempt_id: `${id}-${amount}`, provider: 'office', state: 'approved', amount, created_at: at },
    payments: [
      { payment_id: `${id}-${amount}`, outcome: 'approved', amount, method: 'cash', reference: null, seen_at: at },
    ],
  });
  const due = { change_id: 3, amount: 3249.59, at, text: 'Radar Simulator' };
  const [booked] = order().lines;
  const refund: StaffOrder['refunds'][number] = {
    ...{ refund_id: 'R1', amount: 2750.25, state: 'settled', reason: 'ill', provider: 'office', reference: null },
    created_at: at,
  };

  it.each<[string, Partial<StaffOrder>, object]>([
    [
      'of which everything is paid',
      { attempts: [paid(5500.5)] },
      { State: 'Paid', Total: '₹5,500.50', Paid: '₹5,500.50' },
    ],
    [
      'with an amount due after a move',
      { attempts: [paid(5500.5)], dues: [due] },
      { State: 'Partly paid', 'Total at booking': '₹5,500.50', Paid: '₹5,500.50', 'Amount due': '₹3,249.59' },
    ],
    [
      'of which the difference is paid',
      { attempts: [paid(5500.5), paid(3249.59)] },
      { State: 'Paid', 'Total at booking': '₹5,500.50', Paid: '₹8,750.09' },
    ],
    [
      'of which all bookings are cancelled',
      {
        ...{ attempts: [paid(5500.5)], refunds: [refund] },
        lines: booked ? [{ ...booked, paid: 0, cancelled_at: at }] : [],
      },
      { State: 'Cancelled', Total: '₹5,500.50', Paid: '₹5,500.50', Refunds: '₹2,750.25' },
    ],
  ])('the order page shows state, total, what was paid and what is due of an order %s', async (_, change, expected) => {
    await open('registrar', {}, change);
    const section = await screen.findByRole('region', { name: 'Order' });
    const shown = within(section)
      .getAllByRole('term')
      .map((name) => [name.textContent, name.nextElementSibling?.textContent] as const);
    const money = ['State', 'Total', 'Total at booking', 'Paid', 'Refunds', 'Amount due'];
    expect(Object.fromEntries(shown.filter(([name]) => money.includes(name)))).toEqual(expected);
  });

  it('the order page shows the price at booking and the amount paid so far for a booking that was moved to a dearer course', async () => {
    const [line] = order().lines;
    await open('registrar', {}, { lines: line ? [{ ...line, name: 'Radar', paid: 9000 }] : [] });
    expect(await screen.findByText('₹5,500.50 at booking, now ₹9,000.00 paid')).toBeTruthy();
  });

  it('an auditor sees all details of an order, but no button that changes the order', async () => {
    await open('auditor');
    expect(await screen.findByRole('link', { name: 'LFR-2026-000045 (PDF)' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Cancel booking|Move|Send/ })).toBeNull();
  });

  it('the order page links each booked course to the page of its batch', async () => {
    await open('accounts');
    const link = await screen.findByRole('link', { name: 'batch 1' });
    expect(link.getAttribute('href')).toBe('/staff/batches/1');
  });

  it('an auditor can print the page of an order once the order has loaded', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => {});
    const { promise, resolve } = Promise.withResolvers<Answered>();
    const { user } = await open('auditor', { [`GET ${address}`]: () => promise });
    expect(await screen.findByRole('status', { name: 'The order is loading' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
    resolve(answered(order()));
    await user.click(await screen.findByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledTimes(1);
  });

  it('staff can record a payment of the price difference of a moved booking', async () => {
    const due = { change_id: 3, amount: 3249.59, at, text: 'Radar Simulator' };
    const { sent, user } = await open(
      'accounts',
      { [`POST ${address}/due`]: { body: { statusCode: 200 } } },
      { dues: [due] },
    );
    await user.click(await screen.findByRole('button', { name: 'Record payment' }));
    const dialog = await screen.findByRole('dialog', { name: 'Record payment' });
    await user.selectOptions(within(dialog).getByLabelText('Paid by'), 'Bank transfer');
    await user.type(within(dialog).getByLabelText(/Reference/), 'UTR 77');
    await user.type(within(dialog).getByLabelText(/Reason/), 'paid on arrival');
    await user.click(within(dialog).getByRole('button', { name: 'Record ₹3,249.59' }));
    await screen.findByText('Payment recorded');
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      ...{ change_id: 3, payment: { method: 'bank', reference: 'UTR 77' }, reason: 'paid on arrival' },
    });
  });

  it('a registrar can send an email from the order history again, but not an outdated email', async () => {
    const emails = [
      {
        at,
        kind: 'email' as const,
        title: 'Email could not be delivered',
        detail: 'Refund sent, to a@b.c',
        email_id: 8,
      },
      { at, kind: 'email' as const, title: 'Email sent', detail: 'New dates, to a@b.c', email_id: 9 },
    ];
    const outdated = refusal(409, 'EMAIL_OUTDATED', 'What this email says is no longer true.');
    const { user } = await open(
      'registrar',
      { [`POST ${address}/emails/8`]: answered({ to: 'a@b.in' }), [`POST ${address}/emails/9`]: outdated },
      { timeline: emails },
    );
    await user.click(await screen.findByRole('button', { name: 'Send again: Refund sent, to a@b.c' }));
    await screen.findByText('The email will be sent again');
    await user.click(screen.getByRole('button', { name: 'Send again: New dates, to a@b.c' }));
    await screen.findByText('What this email says is no longer true.');
  });

  it('the order page says that an outdated email cannot be sent again, and has no button to resend this email', async () => {
    const email = { at, kind: 'email' as const, title: 'Email could not be delivered' };
    const timeline = [
      { ...email, detail: 'New dates, to a@b.c', email_id: 8, is_outdated: true },
      { ...email, detail: 'Refund sent, to a@b.c', email_id: 9 },
    ];
    await open('registrar', {}, { timeline });
    const entry = (await screen.findByText(/New dates, to a@b.c/)).closest('li');
    expect(entry?.textContent).toContain('Not sent again: what it says is no longer true.');
    const again = screen.getAllByRole('button', { name: /^Send again/ });
    expect(again.map((button) => button.getAttribute('aria-label'))).toEqual(['Send again: Refund sent, to a@b.c']);
  });

  it('the order page has no button to send an email again if the student has no email address', async () => {
    await open('registrar', {}, { student: { ...student, email: null, mobile: '9876600001' } });
    expect(await screen.findByText('9876600001')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Cancel booking' })).toBeTruthy();
    expect(screen.queryAllByRole('button', { name: /^Send/ })).toEqual([]);
  });

  it('the order page for staff shows a message when the order does not exist', async () => {
    await openConsole(`/staff/orders/${id}`, { [`GET ${address}`]: refusal(404, 'NOT_FOUND', 'Not found.') });
    expect(await screen.findByText('There is no such order.')).toBeTruthy();
  });
});

/** Responds with a full batch in which a seat is free for this student only, to whom it is offered. */
const offeredTo =
  (studentId: string, batch: object): Answers[string] =>
  ({ url }) =>
    answered([{ ...fire, ...batch, free: url.includes(`student_id=${studentId}`) ? 1 : 0, office: 0, price: 5500.5 }]);

describe('moving a booking', () => {
  it('the dialog to move a booking to another course shows the price difference', async () => {
    const radar = { ...fire, course_id: 401, course_name: 'Radar Simulator', batch_id: 11 };
    const offered = { ...radar, free: 4, office: 0, price: 8750.09 };
    const { sent, user } = await open('registrar', {
      'GET /api/staff/open-batches': answered([offered]),
      [`GET ${address}/transfer`]: answered({
        ...{ from: fire, to: offered, paid: 5500.5, refund: 0, due: 3249.59, email_to: 'asha@example.com' },
      }),
      [`POST ${address}/transfer`]: changed,
    });
    await user.click(await screen.findByRole('button', { name: 'Move Fire Fighting' }));
    const dialog = await screen.findByRole('dialog', { name: 'Move Fire Fighting' });
    await user.click(within(dialog).getByRole('combobox', { name: 'New batch' }));
    await user.click(await screen.findByRole('option', { name: /4 free/ }));
    const due = await within(dialog).findByText('₹3,249.59 are due at the office');
    expect(due.previousElementSibling?.textContent).toBe('Price difference');
    await user.type(within(dialog).getByLabelText(/Reason/), 'wants radar');
    await user.click(within(dialog).getByRole('button', { name: 'Move booking' }));
    await screen.findByText('Booking moved');
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      ...{ course_id: 101, to_batch_id: 11, refund: 0, due: 3249.59, reason: 'wants radar' },
      from_office_seat: false,
    });
    expect(sent.filter(({ method, url }) => method === 'GET' && url.includes('/transfer'))).toHaveLength(1);
  });

  it('staff can move a student’s booking to a full batch whose last seat is offered to this student from the waiting list', async () => {
    const { user } = await open('registrar', { 'GET /api/staff/open-batches': offeredTo(student.id, { batch_id: 2 }) });
    await user.click(await screen.findByRole('button', { name: 'Move Fire Fighting' }));
    await user.click(await screen.findByRole('combobox', { name: 'New batch' }));
    expect((await screen.findByRole('option', { name: /1 free/ })).getAttribute('aria-disabled')).not.toBe('true');
  });

  it('if only office seats are left, staff can move a booking to a batch after they tick “Take a seat that is kept for the office”', async () => {
    const full = { ...fire, batch_id: 2, free: 0, office: 2, price: 5500.5 };
    const { sent, user } = await open('registrar', {
      'GET /api/staff/open-batches': answered([full, { ...full, batch_id: 3, free: 1 }]),
      [`GET ${address}/transfer`]: answered({
        ...{ from: fire, to: full, paid: 5500.5, refund: 0, due: 0, email_to: null },
      }),
      [`POST ${address}/transfer`]: changed,
    });
    await user.click(await screen.findByRole('button', { name: 'Move Fire Fighting' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Move Fire Fighting' }));
    const choose = async (option: RegExp) => {
      await user.click(dialog.getByRole('combobox', { name: 'New batch' }));
      await user.click(await screen.findByRole('option', { name: option }));
    };
    const tick = () => dialog.getByRole('checkbox', { name: 'Take a seat that is kept for the office' });
    await choose(/0 free, 2 kept for the office$/);
    await dialog.findByText('No other seat is free. Tick that you take one that is kept for the office.');
    await user.click(tick());
    // The tick is for one batch: it does not count for another one.
    await choose(/1 free, 2 kept for the office$/);
    expect(tick()).toHaveProperty('checked', false);
    await choose(/0 free, 2 kept for the office$/);
    await user.click(tick());
    await user.type(dialog.getByLabelText(/Reason/), 'kept for her');
    await user.click(dialog.getByRole('button', { name: 'Move booking' }));
    await screen.findByText('Booking moved');
    expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({
      to_batch_id: 2,
      from_office_seat: true,
    });
  });

  it('when moving a booking, staff can search the available batches by course name or date', async () => {
    const radar = { ...fire, course_id: 401, course_name: 'Radar Simulator', batch_id: 11 };
    const offered = [
      { ...radar, free: 4, office: 0, price: 8750.09 },
      { ...fire, batch_id: 2, free: 7, office: 0, price: 5500.5 },
    ];
    const { user } = await open('registrar', { 'GET /api/staff/open-batches': answered(offered) });
    await user.click(await screen.findByRole('button', { name: 'Move Fire Fighting' }));
    const batch = await screen.findByRole('combobox', { name: 'New batch' });
    const free = async (search: string) => {
      await user.clear(batch);
      await user.type(batch, search);
      return screen.queryAllByRole('option').map(({ textContent }) => /\d+ free$/.exec(textContent ?? '')?.[0]);
    };
    expect(await free('apr 2040')).toEqual(['7 free', '4 free']);
    expect(await free('radar')).toEqual(['4 free']);
    expect(await free('diving')).toEqual([]);
  });
});

describe('a sale at the office', () => {
  const asha = {
    ...{ id: student.id, first_name: 'Asha', last_name: 'Nair', email: null, mobile: '9876600001' },
    ...{ indos_number: null, allowed_booking: true, created_at: at },
  };

  const sold = answered({ order_id: id, receipt_number: 'LFR-2026-000046' });

  /** The booking terms that the server has at present. */
  let currentTerms = terms;

  /** Opens the form for a sale at the office, and chooses Asha and a batch of Fire Fighting in it. */
  async function openSale(
    answer: Answers[string] = sold,
    batches: Answers[string] = answered([{ ...fire, free: 4, office: 2, price: 5500.5 }]),
  ) {
    currentTerms = terms;
    const opened = await openConsole(
      '/staff/orders/new',
      {
        'GET /api/staff/open-batches': batches,
        'GET /api/staff/sales/packages': answered([]),
        'GET /api/staff/sales/terms': () => answered(currentTerms),
        'GET /api/staff/students': answered([asha], { next: null }),
        'POST /api/staff/sales': answer,
      },
      'accounts',
    );
    const { user } = opened;
    // Enter chooses the first match. In the field of students, it does so as soon as they have been found.
    await user.type(await screen.findByRole('searchbox', { name: 'Student' }), 'asha{Enter}');
    await screen.findByText('Student: Asha Nair');
    await user.type(screen.getByRole('combobox', { name: 'Course or package' }), 'fire{Enter}');
    await user.click(screen.getByRole('combobox', { name: 'Batch' }));
    await user.click(await screen.findByRole('option', { name: /4 free, 2 kept for the office$/ }));
    return opened;
  }

  it('a sale at the office sends the price calculated by the server and then shows a link to the receipt', async () => {
    const { sent, user } = await openSale();
    // A cash payment has no reference.
    expect(screen.queryByLabelText(/Reference/)).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: 'Take a seat that is kept for the office' }));
    await user.click(screen.getByRole('checkbox', { name: acceptance }));
    await user.type(screen.getByLabelText(/Reason/), 'at the counter');
    await user.click(screen.getByRole('button', { name: 'Sell for ₹5,500.50' }));
    expect(await screen.findByText('LFR-2026-000046')).toBeTruthy();
    expect(screen.getByText(/^Sold\..* no confirmation is sent/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Receipt to print (PDF)' }).getAttribute('href')).toBe(
      `${address}/receipt.pdf`,
    );
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      ...{ student_id: student.id, price: 5500.5, payment: { method: 'cash' }, from_office_seats: true },
      ...{ line: { type: 'course', id: 101, batches: [{ course_id: 101, batch_id: 1 }] }, reason: 'at the counter' },
      terms_version: '2040-01',
    });
  });

  it('staff can sell at the office only after they tick, anew for each student, that the student accepts the booking terms', async () => {
    const { user } = await openSale();
    const sell = screen.getByRole('button', { name: 'Sell for ₹5,500.50' });
    const isDisabled = () => sell.hasAttribute('disabled');
    expect(isDisabled()).toBe(true);
    screen.getByText('Tick that the student accepts the booking terms.');
    await user.click(screen.getByRole('checkbox', { name: acceptance }));
    expect(isDisabled()).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Choose another' }));
    await user.type(await screen.findByRole('searchbox', { name: 'Student' }), 'asha{Enter}');
    await screen.findByText('Student: Asha Nair');
    expect(isDisabled()).toBe(true);
  });

  it('leaving the form for a sale at the office asks for confirmation, and “Stay” keeps the form’s entries', async () => {
    const { router, user } = await openSale();
    await user.click(screen.getByRole('link', { name: 'All orders' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave without selling?' }));
    await user.click(dialog.getByRole('button', { name: 'Stay' }));
    expect(router.state.location.pathname).toBe('/staff/orders/new');
    screen.getByText(/^Student: Asha Nair/);
  });

  it('the form for a sale at the office removes all attributes from the HTML of the booking terms', async () => {
    const { user } = await openSale();
    await user.click(screen.getByRole('button', { name: 'Read the booking terms' }));
    const dialog = await screen.findByRole('dialog', { name: 'Booking terms' });
    within(dialog).getByText('Version 2040-01');
    expect(within(dialog).getByRole('list').outerHTML).toBe(
      '<ol><li><h3>Your booking</h3><p>Seats are held while you pay.</p></li></ol>',
    );
  });

  it('if the booking terms change during a sale at the office, the new version has to be accepted', async () => {
    const { user } = await openSale(() => {
      currentTerms = { ...terms, version: '2040-02' };
      return refusal(409, 'TERMS_CHANGED', 'The booking terms have changed meanwhile.');
    });
    await user.click(screen.getByRole('checkbox', { name: acceptance }));
    await user.type(screen.getByLabelText(/Reason/), 'at the counter');
    await user.click(screen.getByRole('button', { name: 'Sell for ₹5,500.50' }));
    await screen.findByText('The booking terms have changed meanwhile.');
    expect(await screen.findByRole('checkbox', { name: /version 2040-02/ })).toHaveProperty('checked', false);
    expect(screen.getByRole('button', { name: 'Sell for ₹5,500.50' })).toHaveProperty('disabled', true);
  });

  it('the receipt of a sale at the office is shown even if staff have begun to choose another student', async () => {
    const response = Promise.withResolvers<typeof sold>();
    const { user } = await openSale(() => response.promise);
    await user.click(screen.getByRole('checkbox', { name: acceptance }));
    await user.type(screen.getByLabelText(/Reason/), 'at the counter');
    await user.click(screen.getByRole('button', { name: 'Sell for ₹5,500.50' }));
    await user.click(screen.getByRole('button', { name: 'Choose another' }));
    response.resolve(sold);
    expect(await screen.findByText('LFR-2026-000046')).toBeTruthy();
  });

  it('after a refused sale at the office, the form shows the new price and keeps its entries', async () => {
    let current = { ...fire, free: 4, office: 2, price: 5500.5 };
    const { sent, user } = await openSale(
      () => {
        if (current.price === 6000) return sold;
        current = { ...current, free: 3, price: 6000 };
        return refusal(409, 'PREVIEW_CHANGED', 'The price has changed meanwhile. Please look at it again.');
      },
      () => answered([current]),
    );
    await user.click(screen.getByRole('checkbox', { name: acceptance }));
    await user.type(screen.getByLabelText(/Reason/), 'at the counter');
    await user.click(screen.getByRole('button', { name: 'Sell for ₹5,500.50' }));
    await screen.findByText('The price has changed meanwhile. Please look at it again.');
    await user.click(await screen.findByRole('button', { name: 'Sell for ₹6,000.00' }));
    expect(await screen.findByText('LFR-2026-000046')).toBeTruthy();
    const [first, second] = sent.filter(({ method }) => method === 'POST').map(({ body }) => body as object);
    expect(second).toEqual({ ...first, price: 6000 });
  });

  it('staff can sell a seat kept for the office only after they tick “Take a seat that is kept for the office”', async () => {
    const { user } = await openConsole(
      '/staff/orders/new',
      {
        'GET /api/staff/open-batches': answered([{ ...fire, free: 0, office: 2, price: 5500.5 }]),
        'GET /api/staff/sales/packages': answered([]),
        'GET /api/staff/sales/terms': answered(terms),
        'GET /api/staff/students': answered([{ ...asha, email: 'asha@example.com' }], { next: null }),
      },
      'accounts',
    );
    await user.type(await screen.findByRole('searchbox', { name: 'Student' }), 'asha{Enter}');
    await screen.findByText('The confirmation goes by email to asha@example.com.');
    await user.type(screen.getByRole('combobox', { name: 'Course or package' }), 'fire{Enter}');
    await user.click(screen.getByRole('combobox', { name: 'Batch' }));
    await user.click(await screen.findByRole('option', { name: /0 free, 2 kept for the office$/ }));
    const sell = screen.getByRole('button', { name: 'Sell for ₹5,500.50' });
    await user.click(screen.getByRole('checkbox', { name: acceptance }));
    expect(sell).toHaveProperty('disabled', true);
    screen.getByText('No other seat is free. Tick that you take one that is kept for the office.');
    await user.click(screen.getByRole('checkbox', { name: 'Take a seat that is kept for the office' }));
    expect(sell).toHaveProperty('disabled', false);
  });

  it('at the office, staff can sell the last seat of a batch to the waiting student to whom the seat is offered', async () => {
    const { user } = await openConsole(
      '/staff/orders/new',
      {
        'GET /api/staff/open-batches': offeredTo(student.id, {}),
        'GET /api/staff/sales/packages': answered([]),
        'GET /api/staff/sales/terms': answered(terms),
        'GET /api/staff/students': answered([asha], { next: null }),
      },
      'accounts',
    );
    await user.type(await screen.findByRole('searchbox', { name: 'Student' }), 'asha{Enter}');
    await screen.findByText('Student: Asha Nair');
    await user.type(screen.getByRole('combobox', { name: 'Course or package' }), 'fire{Enter}');
    await user.click(screen.getByRole('combobox', { name: 'Batch' }));
    await user.click(await screen.findByRole('option', { name: /1 free/ }));
    await user.click(screen.getByRole('checkbox', { name: acceptance }));
    expect(screen.getByRole('button', { name: 'Sell for ₹5,500.50' })).toHaveProperty('disabled', false);
  });
});

describe('a student who is not found in a sale at the office', () => {
  const open = (role: 'registrar' | 'accounts', answers: Answers = {}) =>
    openConsole(
      '/staff/orders/new',
      {
        'GET /api/staff/open-batches': answered([{ ...fire, free: 4, office: 0, price: 5500.5 }]),
        'GET /api/staff/sales/packages': answered([]),
        'GET /api/staff/sales/terms': answered(terms),
        'GET /api/staff/students': answered([], { next: null }),
        ...answers,
      },
      role,
    );
  const create = async (user: Awaited<ReturnType<typeof open>>['user']) => {
    await user.type(await screen.findByRole('searchbox', { name: 'Student' }), 'Nila Das');
    await user.click(screen.getByRole('button', { name: 'Not found? Create a student' }));
    const dialog = await screen.findByRole('dialog', { name: 'New student' });
    await user.type(within(dialog).getByLabelText(/Mobile/), '9876600002');
    await user.click(within(dialog).getByRole('button', { name: 'Create student' }));
    return dialog;
  };

  it('during a sale at the office, staff can create a student who was not found and continue the sale', async () => {
    const { sent, user } = await open('registrar', { 'POST /api/staff/students': answered({ id: student.id }) });
    await create(user);
    expect(await screen.findByText('Student: Nila Das')).toBeTruthy();
    expect(screen.getByText(/^No email address: no confirmation is sent/)).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    const posts = sent.filter(({ method }) => method === 'POST');
    expect(posts.map(({ url }) => url)).toEqual(['/api/staff/students']);
    expect(posts[0]?.body).toMatchObject({ first_name: 'Nila', last_name: 'Das', mobile: '9876600002', email: '' });
  });

  it('if the mobile number of a new student belongs to another student, a sale at the office can continue with that student', async () => {
    const taken = [{ field: 'mobile', student: { id: student.id, name: 'Asha Nair' } }];
    const { user } = await open('registrar', {
      'POST /api/staff/students': refusal(409, 'USER_EXISTS', 'There is a student already.', { taken }),
    });
    const dialog = await create(user);
    await user.click(await within(dialog).findByRole('button', { name: 'Sell to Asha Nair' }));
    expect(await screen.findByText('Student: Asha Nair')).toBeTruthy();
  });

  it('when staff of Accounts find no student for a sale at the office, the form says that a registrar can create one', async () => {
    const { user } = await open('accounts');
    await user.type(await screen.findByRole('searchbox', { name: 'Student' }), 'nila');
    expect(await screen.findByText('No student matches. A registrar can create a student.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Not found? Create a student' })).toBeNull();
  });
});

describe('refunds and payments', () => {
  const refund = {
    ...{
      refund_id: 'LF2026000123R1',
      order_id: id,
      state: 'failed',
      amount: 2750.25,
      reason: 'fell ill',
      provider: 'cashfree',
    },
    ...{
      payment_id: 'pay-1',
      reference: null,
      method: 'upi',
      payment_reference: 'UTR 4',
      created_at: at,
      is_by_hand: true,
      is_of_former_provider: false,
      student: { ...student, contact: null },
    },
  };
  const listed = { 'GET /api/staff/refunds': answered([refund], { next: null }) };

  async function recordAsPaid(user: Awaited<ReturnType<typeof open>>['user']) {
    await user.click(await screen.findByRole('button', { name: 'Record as paid by hand' }));
    const dialog = await screen.findByRole('dialog', { name: 'Record as paid by hand' });
    await user.type(within(dialog).getByLabelText(/Reference/), 'UTR 5');
    await user.type(within(dialog).getByLabelText(/Reason/), 'bank refused');
    await user.click(within(dialog).getByRole('button', { name: /Record ₹2,750\.25/ }));
  }

  it('staff can record that a failed refund was paid by hand', async () => {
    const path = `/api/staff/refunds/${refund.refund_id}/settle`;
    const done = { body: { statusCode: 200 } };
    const answers = { ...listed, [`POST ${path}`]: done };
    const { client, sent, user } = await openConsole('/staff/money', answers, 'accounts');
    client.setQueryData(['staff-today'], {});
    await recordAsPaid(user);
    await screen.findByText('Recorded as paid back');
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ reference: 'UTR 5', reason: 'bank refused' });
    // The Today page counts the refunds that staff must pay by hand, so it has to load its counts again.
    expect(client.getQueryState(['staff-today'])?.isInvalidated).toBe(true);
  });

  it('recording a refund that a colleague has already recorded as paid shows a message and reloads the list of refunds', async () => {
    const message = 'This refund has been recorded as paid back already.';
    const { sent, user } = await openConsole(
      '/staff/money',
      { ...listed, [`POST /api/staff/refunds/${refund.refund_id}/settle`]: refusal(409, 'REFUND_SETTLED', message) },
      'accounts',
    );
    const countLists = () => sent.filter(({ method, url }) => `${method} ${url.split('?')[0]}` in listed).length;
    await recordAsPaid(user);
    expect(await screen.findByText(message)).toBeTruthy();
    await waitFor(() => expect(countLists()).toBe(2));
  });

  it('staff cannot retry a failed refund through a payment provider that the site no longer uses, and the page says why', async () => {
    const former = { ...refund, state: 'failed', is_of_former_provider: true };
    const { user } = await openConsole(
      '/staff/money',
      { 'GET /api/staff/refunds': answered([former], { next: null }) },
      'accounts',
    );
    expect(await screen.findByText(/this site no longer uses cashfree and sends it no refunds/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Request again' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Record as paid by hand' }));
    const dialog = await screen.findByRole('dialog', { name: 'Record as paid by hand' });
    expect(within(dialog).getByText(/it has not paid refund LF2026000123R1 already/)).toBeTruthy();
  });

  it.each([
    ['in cash', { method: 'cash', payment_reference: null }, /, for a payment at the office \(cash\)/],
    ['by UPI', { method: 'upi', payment_reference: 'UPI 4711' }, /, for a payment at the office \(UPI, UPI 4711\)/],
  ])(
    'the list of refunds says how a payment at the office that is to be paid back was made: %s',
    async (_, payment, text) => {
      const ofOffice = { ...refund, provider: 'office', ...payment };
      const { user } = await openConsole(
        '/staff/money',
        { 'GET /api/staff/refunds': answered([ofOffice], { next: null }) },
        'accounts',
      );
      expect(await screen.findByText(text)).toBeTruthy();
      await user.click(screen.getByRole('button', { name: 'Record as paid by hand' }));
      expect(within(await screen.findByRole('dialog')).getByText(text)).toBeTruthy();
    },
  );

  it('a registrar sees the list of refunds without buttons to change or export refunds', async () => {
    await openConsole('/staff/money', listed, 'registrar');
    expect(await screen.findByText(/₹2,750\.25 to Asha Nair/)).toBeTruthy();
    expect(screen.getByText(/, for a payment by cashfree$/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Request again|paid by hand/ })).toBeNull();
    expect(screen.queryByRole('tab', { name: 'Exports' })).toBeNull();
  });
});
