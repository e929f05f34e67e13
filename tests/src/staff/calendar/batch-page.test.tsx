import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { checkBatchMove, moveStaffBatch } from '../../../../contract/staff/batch-changes.ts';
import type { BatchRecord } from '../../../../contract/staff/batches.ts';
import { ApiError } from '../../../../src/lib/api.ts';
import { calendarKey } from '../../../../src/staff/calendar/calendar.queries.ts';
import { refusedCall } from '../../../support/refused-call.ts';
import { showConsole } from '../show-console.tsx';

const batch: BatchRecord = {
  ...{ id: 7, course_id: 101, course_name: 'Fire Fighting', start_date: '2027-03-01', end_date: '2027-03-03' },
  ...{ state: 'open', times: '09:00-17:00', venue: { id: 'bridge', address: 'Bridge 1' }, instructor: null },
  ...{
    capacity: 24,
    booked: 12,
    held: 1,
    has_many_holds: false,
    office: 2,
    free: 9,
    sessions: [],
    run_id: null,
    history: [],
  },
  students: { booked: 12, paying: 1 },
  clashes: [
    {
      ...{ batch_id: 8, course_name: 'Radar', start_date: '2027-03-03', end_date: '2027-03-05' },
      ...{ what: 'venue', name: 'Bridge 1', day: '2027-03-03' },
    },
  ],
};
const days = { start_date: batch.start_date, end_date: batch.end_date };
const orderOf = (index: number) => `LF-2026-${String(index + 1).padStart(6, '0')}`;
/** Twelve booked students, of whom two have no email address, and one who is paying. */
const movedStudents = Array.from({ length: 13 }, (_, index) => ({
  ...{ order_id: orderOf(index), name: `Student ${index + 1}`, is_paying: index === 12 },
  email: index === 0 || index === 1 ? null : `student-${index + 1}@example.com`,
}));
const orders = movedStudents.map(({ order_id }) => order_id);
const affected = { booked: 12, paying: 1, without_email: 2, in_package: 3, office: 2, orders };
const email_subjects = { choice: 'New dates. Please choose', email: 'New dates' };
const cancellation = {
  ...{ ...affected, refund: 60500.5, for_office: 1, waiting: 4, email_subject: 'Cancelled: Fire Fighting' },
  students: [
    { order_id: 'LF-2026-000001', name: 'Asha Nair', email: 'asha@example.com', refund: 5500.5 },
    { order_id: 'LF-2026-000002', name: 'Dev Menon', email: null, refund: null },
  ],
};

const stepUpNeeded = new ApiError('refused', 'Please confirm that it is you.', 403, {
  failure: {
    ...{ statusCode: 403, code: 'STEP_UP_NEEDED', errorCode: 'STEP_UP_NEEDED', requestId: '1' },
    message: 'Please confirm that it is you.',
  },
});

describe('a batch in the console', () => {
  it('the history of a course batch says in plain words what was done, by whom and why', async () => {
    const entry = { id: 1, at: '2027-01-05T04:30:00.000Z', actor: 'Ravi Pillai', action: 'batches change' };
    showConsole('/staff/batches/7', 'registrar', {
      getStaffBatch: () => ({ data: { ...batch, history: [{ ...entry, reason: 'larger room' }] } }),
    });
    expect(await screen.findByText(/Ravi Pillai: changed \(larger room\)/)).toBeTruthy();
  });

  it('the history of a course batch says from which dates to which it was moved', async () => {
    const entry = { id: 1, at: '2027-01-05T04:30:00.000Z', actor: 'Ravi Pillai', action: 'batches move' };
    const after = { start_date: '2027-03-08', end_date: '2027-03-10', notice: 'none' };
    const history = [
      { ...entry, before: days, after, reason: 'simulator in repair' },
      { ...entry, id: 2, before: days, after: { ...after, ...days }, reason: 'by mistake' },
    ];
    showConsole('/staff/batches/7', 'registrar', { getStaffBatch: () => ({ data: { ...batch, history } }) });
    expect(
      await screen.findByText(
        /: moved from 1 Mar 2027 – 3 Mar 2027 to 8 Mar 2027 – 10 Mar 2027 \(simulator in repair\)$/,
      ),
    ).toBeTruthy();
    expect(screen.getByText(/: moved \(by mistake\)$/)).toBeTruthy();
  });

  it('the page of a course batch and its dialogs label seats that are not sold online as “kept for the office”', async () => {
    const { user } = showConsole('/staff/batches/7', 'registrar', {
      getStaffBatch: () => ({ data: batch }),
      getCalendarOptions: () => ({ data: { courses: [], venues: [], instructors: [] } }),
      previewBatchCancellation: () => ({ data: cancellation }),
    });
    expect((await screen.findByText('Kept for the office')).nextElementSibling?.textContent).toBe('2');
    expect(screen.getByText('Times').nextElementSibling?.textContent).toBe('09:00 – 17:00');
    await user.click(screen.getByRole('button', { name: 'Change' }));
    expect(await screen.findByLabelText('Of these, kept for the office')).toBeTruthy();
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Cancel batch' }));
    expect(await screen.findByText('12 booked, 1 paying now, 2 kept for the office.')).toBeTruthy();
    screen.getByText('If you have promised a seat that is kept for the office, call that person.');
    expect(screen.queryByText(/sold (by|at) the office/i)).toBeNull();
  });

  it('the dialog to cancel a course batch shows the affected students and requires a reason', async () => {
    const { inputsOf, user } = showConsole('/staff/batches/7', 'registrar', {
      getStaffBatch: () => ({ data: batch }),
      previewBatchCancellation: () => ({ data: cancellation }),
      cancelStaffBatch: () => ({ data: { ...batch, state: 'cancelled' } }),
    });
    await user.click(await screen.findByRole('button', { name: 'Cancel batch' }));
    const dialog = await screen.findByRole('dialog', { name: 'Cancel this batch' });
    await within(dialog).findByText('2 students without an email address: please call them.');
    within(dialog).getByText('Fire Fighting, 1 Mar 2027 – 3 Mar 2027');
    const named = within(dialog).getByRole('list', { name: 'Booked students' });
    expect(
      within(named)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      'Asha Nair, ₹5,500.50',
      'Dev Menon, the office agrees on a refund, no email address',
      'and 10 more: the roster lists all of them (opens a new tab)',
    ]);
    const link = within(named).getByRole<HTMLAnchorElement>('link');
    expect([link.getAttribute('href'), link.target]).toEqual(['/staff/rosters/7', '_blank']);
    expect(dialog.textContent).toContain('Refunds: ₹60,500.50 in total if nobody takes another batch.');
    expect(dialog.textContent).toContain('10 emails: “Cancelled: Fire Fighting”');
    expect(dialog.textContent).toContain('The waiting list of 4 ends');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel the batch' }));
    expect(inputsOf('cancelStaffBatch')).toEqual([]);
    await user.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'simulator in repair');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel the batch' }));
    expect(inputsOf('cancelStaffBatch')).toEqual([
      { params: { id: 7 }, body: { affected: orders, reason: 'simulator in repair' } },
    ]);
  });

  it('the dialogs to cancel and to move a course batch ask before they discard a typed reason', async () => {
    const { user } = showConsole('/staff/batches/7', 'registrar', {
      getStaffBatch: () => ({ data: batch }),
      getCalendarOptions: () => ({ data: { courses: [], venues: [], instructors: [] } }),
      previewBatchCancellation: () => ({ data: cancellation }),
      listMovedStudents: () => ({ data: movedStudents }),
      checkBatchMove: () => new Promise(() => {}),
    });
    for (const [opener, title, back] of [
      ['Cancel batch', 'Cancel this batch', 'Keep the batch'],
      ['Move batch', 'Move this batch', 'Back'],
    ] as const) {
      await user.click(await screen.findByRole('button', { name: opener }));
      const dialog = within(await screen.findByRole('dialog', { name: title }));
      await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'simulator in repair');
      await user.click(dialog.getByRole('button', { name: back }));
      await user.click(await screen.findByRole('button', { name: 'Discard' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
  });

  it('a cancellation of a course batch that needs the second factor is sent again after staff enter the code', async () => {
    let isVerified = false;
    const { inputsOf, user } = showConsole('/staff/batches/7', 'registrar', {
      getStaffBatch: () => ({ data: batch }),
      previewBatchCancellation: () => ({ data: cancellation }),
      getStaffAccount: () => ({ data: { has_totp: true, passkeys: [] } }),
      cancelStaffBatch() {
        if (!isVerified) throw stepUpNeeded;
        return { data: { ...batch, state: 'cancelled' } };
      },
      checkStaffCode() {
        isVerified = true;
        return { data: { id: '7d4cf2ac-6c3c-4b57-9d25-d1c1ad35a5f1', name: 'Ravi Pillai', role: 'registrar' } };
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Cancel batch' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel this batch' }));
    await dialog.findByText('2 students without an email address: please call them.');
    await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'simulator in repair');
    await user.click(dialog.getByRole('button', { name: 'Cancel the batch' }));
    const stepUp = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
    await user.type(await stepUp.findByLabelText('Code from your authenticator app'), '123456{Enter}');
    await screen.findByText('Batch cancelled');
    expect(inputsOf('cancelStaffBatch')).toHaveLength(2);
  });

  it('the dialog to move a course batch to other dates shows clashes, and staff must accept them before the move is sent', async () => {
    const { inputsOf, user } = showConsole('/staff/batches/7', 'registrar', {
      getStaffBatch: () => ({ data: batch }),
      getCalendarOptions: () => ({ data: { courses: [], venues: [], instructors: [] } }),
      checkBatchMove({ body }) {
        const after = body as { start_date: string; end_date: string };
        const isOther = after.start_date === '2027-03-08';
        const conflicts = {
          clashes: isOther ? batch.clashes : [],
          same_start: isOther ? [9] : [],
          days_off: isOther ? ['Has lessons on a day off: 2027-03-09, Holi'] : [],
        };
        return { data: { before: batch, after, ...conflicts, affected, email_subjects } };
      },
      listMovedStudents: () => ({ data: movedStudents }),
      moveStaffBatch: () => ({ data: batch }),
    });
    await user.click(await screen.findByRole('button', { name: 'Move batch' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Move this batch' }));
    const move = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Move the batch' });
    await dialog.findByText(/^12 booked, 1 paying now/);
    dialog.getByText(/^Dates unchanged: 1 Mar 2027/);
    fireEvent.change(dialog.getByLabelText(/^First day/), { target: { value: '2027-03-08' } });
    expect(move().disabled).toBe(true);
    await dialog.findByText('Clash on 3 Mar 2027: Bridge 1 is taken by Radar (batch 8).');
    dialog.getByText('A batch of this course already starts on 8 Mar 2027 (batch 9).');
    dialog.getByText('Has lessons on a day off: 9 Mar 2027, Holi.');
    await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'simulator in repair');
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Booked students' }), 'email');
    await user.click(move());
    dialog.getByText('Read the warnings, then tick this box');
    expect(inputsOf('moveStaffBatch')).toEqual([]);
    await user.click(dialog.getByRole('checkbox', { name: /^Move the batch in spite of 1 clash, and although/ }));
    await user.click(move());
    const dates = { start_date: '2027-03-08', end_date: '2027-03-10', ignores_length: false };
    expect(inputsOf('checkBatchMove').at(-1)).toEqual({ params: { id: 7 }, body: dates });
    expect(inputsOf('moveStaffBatch')).toMatchObject([
      {
        params: { id: 7 },
        body: { ...dates, affected: orders, notify: orders, notice: 'email', reason: 'simulator in repair' },
      },
    ]);
  });

  it('the dialog to move a course batch shows no warnings about the batch’s dates until staff change them', async () => {
    showConsole('/staff/batches/7', 'registrar', {
      getStaffBatch: () => ({ data: batch }),
      getCalendarOptions: () => ({ data: { courses: [], venues: [], instructors: [] } }),
      checkBatchMove: ({ body }) => ({
        data: {
          ...{ before: batch, after: body, clashes: batch.clashes, same_start: [9], affected, email_subjects },
          days_off: ['Starts on a day off: Holi'],
        },
      }),
      listMovedStudents: () => ({ data: movedStudents }),
    }).user.click(await screen.findByRole('button', { name: 'Move batch' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Move this batch' }));
    const hint = (await dialog.findByText(/^Dates unchanged: 1 Mar 2027/)).closest('[role=status]');
    expect(hint?.getAttribute('data-tone')).toBe('plain');
    for (const warning of [/^Clash on/, /already starts on/, /day off/]) expect(dialog.queryByText(warning)).toBeNull();
    expect(dialog.queryByRole('checkbox', { name: /in spite of/ })).toBeNull();
    fireEvent.change(dialog.getByLabelText(/^First day/), { target: { value: '2027-03-08' } });
    await dialog.findByText(/^Clash on/);
    expect(
      dialog
        .getByText(/^New dates/)
        .closest('[role=status]')
        ?.getAttribute('data-tone'),
    ).toBe('error');
  });

  it('the dialog to move a course batch asks staff to confirm a new length only if it differs from the length of the course', async () => {
    const fire = { id: 101, course_name: 'Fire Fighting', duration: 3, duration_unit: 'day' };
    const off = { weekly_off: [], holidays: [], breaks: [] };
    let courses = [fire];
    const open = async () => {
      const { user } = showConsole('/staff/batches/7', 'registrar', {
        getStaffBatch: () => ({ data: batch }),
        getCalendarOptions: () => ({ data: { courses, venues: [], instructors: [], days_off: off } }),
        checkBatchMove({ body }) {
          if ((body as { end_date: string }).end_date === '2027-03-05')
            throw refusedCall(checkBatchMove, 'WRONG_LENGTH', { message: 'The course takes 3 days.' });
          const found = { clashes: [], same_start: [], days_off: [], affected, email_subjects };
          return { data: { before: batch, after: body, ...found } };
        },
        listMovedStudents: () => ({ data: movedStudents }),
      });
      await user.click(await screen.findByRole('button', { name: 'Move batch' }));
      return within(await screen.findByRole('dialog', { name: 'Move this batch' }));
    };
    const asks = (dialog: Awaited<ReturnType<typeof open>>) =>
      dialog.queryByRole('checkbox', { name: /although the course has another length/ }) !== null;
    const known = await open();
    await known.findByText(/^Dates unchanged/);
    expect(asks(known)).toBe(false);
    fireEvent.change(known.getByLabelText(/^Last day/), { target: { value: '2027-03-05' } });
    expect(asks(known)).toBe(true);
    fireEvent.change(known.getByLabelText(/^Last day/), { target: { value: '2027-03-03' } });
    expect(asks(known)).toBe(false);
    cleanup();
    courses = [];
    const unknown = await open();
    await unknown.findByText(/^Dates unchanged/);
    fireEvent.change(unknown.getByLabelText(/^Last day/), { target: { value: '2027-03-05' } });
    expect(asks(unknown)).toBe(false);
    await unknown.findByText('The course takes 3 days.');
    expect(asks(unknown)).toBe(true);
  });

  describe('choosing whom a move notifies', () => {
    async function openMove(more: Parameters<typeof showConsole>[2] = {}) {
      const shown = showConsole('/staff/batches/7', 'registrar', {
        getStaffBatch: () => ({ data: batch }),
        getCalendarOptions: () => ({ data: { courses: [], venues: [], instructors: [] } }),
        checkBatchMove: ({ body }) => ({
          data: { before: batch, after: body, clashes: [], same_start: [], days_off: [], affected, email_subjects },
        }),
        listMovedStudents: () => ({ data: movedStudents }),
        moveStaffBatch: () => ({ data: batch }),
        ...more,
      });
      await shown.user.click(await screen.findByRole('button', { name: 'Move batch' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Move this batch' }));
      fireEvent.change(dialog.getByLabelText(/^First day/), { target: { value: '2027-03-08' } });
      fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'simulator in repair' } });
      await dialog.findByText(/^New dates: 8\b/);
      /** Presses a button once it is enabled: after a refused move, the dialog first checks the dates again. */
      const press = async (name: string) => {
        await waitFor(() => expect(dialog.getByRole('button', { name })).toHaveProperty('disabled', false));
        await shown.user.click(dialog.getByRole('button', { name }));
      };
      return { ...shown, dialog, press, list: within(await dialog.findByRole('group', { name: 'Who is notified' })) };
    }

    it('a move of a course batch to other dates notifies all students except those whom staff untick', async () => {
      const { dialog, list, user, press, inputsOf } = await openMove();
      expect(list.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)).toEqual(
        orders.map(() => true),
      );
      list.getByText('13 of 13 students chosen');
      dialog.getByText(
        /^10 emails: “New dates\. Please choose”\. A link in it lets the student.* for up to 7 days\. After that, the seat stays/,
      );
      dialog.getByText('1 student paying now: the email follows when the payment has succeeded.');
      dialog.getByText('2 without an email address: please call them.');
      await user.click(list.getByRole('checkbox', { name: 'Student 3' }));
      list.getByText('12 of 13 students chosen');
      dialog.getByText(/^9 emails/);
      dialog.getByText(/^1 student not chosen: tell them yourself/);
      await press('Move the batch');
      expect(inputsOf('moveStaffBatch')).toMatchObject([
        { body: { notice: 'choice', affected: orders, notify: orders.filter((one) => one !== orderOf(2)) } },
      ]);
    });

    it('in the dialog to move a course batch, staff can search for students by name and select all students found', async () => {
      const { dialog, list, user, press, inputsOf } = await openMove();
      await press('Select none');
      list.getByText('0 of 13 students chosen');
      await press('Move the batch');
      dialog.getByText('Choose a student, or above that nobody is notified');
      expect(inputsOf('moveStaffBatch')).toEqual([]);
      await user.type(list.getByLabelText('Find a student'), 'student 1');
      expect(list.getAllByRole('checkbox')).toHaveLength(5);
      await press('Select those found');
      list.getByText('5 of 13 students chosen');
      await press('Leave out those found');
      await user.click(list.getByRole('checkbox', { name: 'Student 13' }));
      await press('Move the batch');
      expect(inputsOf('moveStaffBatch')).toMatchObject([{ body: { notify: [orderOf(12)] } }]);
    });

    it('for a paying student without an email address, the dialog to move a course batch asks staff to call and promises no email', async () => {
      const [paying] = movedStudents.filter(({ is_paying }) => is_paying);
      const { dialog } = await openMove({ listMovedStudents: () => ({ data: [{ ...paying, email: null }] }) });
      await dialog.findByText('1 without an email address: please call them.');
      expect(dialog.queryByText(/paying now: the email follows/)).toBeNull();
    });

    it('if staff notify no student of a move, the dialog to move a course batch lists ten booked students and the number of the others', async () => {
      const { dialog, user, press, inputsOf } = await openMove();
      await user.selectOptions(dialog.getByRole('combobox', { name: 'Booked students' }), 'none');
      const named = within(dialog.getByRole('list', { name: 'Students who are not notified' })).getAllByRole(
        'listitem',
      );
      expect(named).toHaveLength(11);
      expect(named[0]?.textContent).toBe('Student 1, no email address');
      expect(named.at(-1)?.textContent).toBe('and 3 more: the roster lists all who are booked (opens a new tab)');
      expect(dialog.queryByText(/emails: /)).toBeNull();
      await press('Move the batch');
      expect(inputsOf('moveStaffBatch')).toMatchObject([{ body: { notice: 'none', affected: orders } }]);
    });

    it('a course batch cannot be moved to other dates until the list of its students has loaded', async () => {
      let isDown = true;
      const { user } = showConsole('/staff/batches/7', 'registrar', {
        getStaffBatch: () => ({ data: batch }),
        getCalendarOptions: () => ({ data: { courses: [], venues: [], instructors: [] } }),
        checkBatchMove: ({ body }) => ({
          data: { before: batch, after: body, clashes: [], same_start: [], days_off: [], affected, email_subjects },
        }),
        listMovedStudents() {
          if (isDown) throw new ApiError('offline', 'No response from server');
          return { data: movedStudents };
        },
      });
      await user.click(await screen.findByRole('button', { name: 'Move batch' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Move this batch' }));
      await dialog.findByText('The students could not be loaded.');
      await dialog.findByText(/^12 booked/);
      const move = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Move the batch' });
      expect(move().disabled).toBe(true);
      isDown = false;
      await user.click(dialog.getByRole('button', { name: 'Try again' }));
      await dialog.findByText('13 of 13 students chosen');
      expect(move().disabled).toBe(false);
    });

    it('a move of a course batch that got no response is sent again unchanged, under the same idempotency key', async () => {
      const keys: (string | undefined)[] = [];
      const { press, inputsOf } = await openMove({
        // The server has moved the batch, although its response to the first request got lost.
        checkBatchMove: ({ body: after }) => ({
          data: {
            ...{ before: keys.length === 0 ? days : after, after, clashes: [], same_start: [], days_off: [] },
            ...{ affected, email_subjects },
          },
        }),
        moveStaffBatch(_, options) {
          keys.push(options?.key);
          if (keys.length === 1) throw new ApiError('offline', 'No response from server');
          return { data: batch };
        },
      });
      await press('Move the batch');
      await screen.findAllByRole('alert');
      await press('Move the batch');
      await screen.findByText('Batch moved');
      expect(keys).toEqual([expect.any(String), keys[0]]);
      const [first, second] = inputsOf('moveStaffBatch');
      expect(second).toEqual(first);
    });

    it('a move of a course batch that needs the second factor is sent again after staff enter the code', async () => {
      let isVerified = false;
      const { press, user, inputsOf } = await openMove({
        getStaffAccount: () => ({ data: { has_totp: true, passkeys: [] } }),
        moveStaffBatch() {
          if (!isVerified) throw stepUpNeeded;
          return { data: batch };
        },
        checkStaffCode() {
          isVerified = true;
          return { data: { id: '7d4cf2ac-6c3c-4b57-9d25-d1c1ad35a5f1', name: 'Ravi Pillai', role: 'registrar' } };
        },
      });
      await press('Move the batch');
      const stepUp = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
      await user.type(await stepUp.findByLabelText('Code from your authenticator app'), '123456{Enter}');
      await screen.findByText('Batch moved');
      expect(inputsOf('moveStaffBatch')).toHaveLength(2);
    });
  });

  it('the dialog to move a course batch warns when a colleague has moved the batch since the dialog was opened', async () => {
    let stored = days;
    const { inputsOf, user } = showConsole('/staff/batches/7', 'registrar', {
      getStaffBatch: () => ({ data: batch }),
      getCalendarOptions: () => ({ data: { courses: [], venues: [], instructors: [] } }),
      checkBatchMove: ({ body }) => ({
        data: { before: stored, after: body, clashes: [], same_start: [], days_off: [], affected, email_subjects },
      }),
      listMovedStudents: () => ({ data: movedStudents }),
      moveStaffBatch({ body }) {
        if ((body as { before: typeof stored }).before.start_date === stored.start_date) return { data: batch };
        throw refusedCall(moveStaffBatch, 'BATCH_DATES_CHANGED', { message: 'The dates have changed.' });
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Move batch' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Move this batch' }));
    const move = async () => {
      const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Move the batch' });
      await waitFor(() => expect(button.disabled).toBe(false));
      await user.click(button);
    };
    await dialog.findByText('Fire Fighting, now 1 Mar 2027 – 3 Mar 2027');
    fireEvent.change(dialog.getByLabelText(/^Last day/), { target: { value: '2027-03-04' } });
    fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'one more day' } });
    const warning =
      /^The dates of this batch have changed since you opened this page\. They were 1 Mar 2027 – 3 Mar 2027/;
    expect(dialog.queryByText(warning)).toBeNull();
    const seen = stored;
    await dialog.findByText(/^New dates: 1 Mar 2027 – 4 Mar 2027/);
    stored = { start_date: '2027-03-22', end_date: '2027-03-24' };
    await move();
    await dialog.findByText('The dates have changed.');
    await dialog.findByText('Fire Fighting, now 22 Mar 2027 – 24 Mar 2027');
    await dialog.findByText(warning);
    await move();
    await screen.findByText('Batch moved');
    expect(inputsOf('moveStaffBatch')).toMatchObject([{ body: { before: seen } }, { body: { before: stored } }]);
  });

  it('the error message of a refused move of a course batch disappears when staff enter other dates', async () => {
    const message = 'Batch 7 has 14 booked or paying students, not 13.';
    const { user } = showConsole('/staff/batches/7', 'registrar', {
      getStaffBatch: () => ({ data: batch }),
      getCalendarOptions: () => ({ data: { courses: [], venues: [], instructors: [] } }),
      checkBatchMove: ({ body }) => ({
        data: { before: batch, after: body, clashes: [], same_start: [], days_off: [], affected, email_subjects },
      }),
      listMovedStudents: () => ({ data: movedStudents }),
      moveStaffBatch() {
        const failure = { statusCode: 409, code: 'AFFECTED_CHANGED', errorCode: 'CONFLICT', message, requestId: 'r1' };
        throw new ApiError('refused', message, 409, { failure });
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Move batch' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Move this batch' }));
    const fill = (label: RegExp, value: string) =>
      fireEvent.change(dialog.getByLabelText(label), { target: { value } });
    const move = async () => {
      const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Move the batch' });
      await waitFor(() => expect(button.disabled).toBe(false));
      await user.click(button);
    };
    fill(/^Reason/, 'simulator in repair');
    await move();
    await dialog.findByText(message);
    fill(/^First day/, '2027-03-08');
    expect(dialog.queryByText(message)).toBeNull();
    await move();
    await dialog.findByText(message);
    fill(/^Reason/, '');
    await move();
    expect(dialog.queryByText(message)).toBeNull();
    dialog.getByText('Say why, in a few words');
  });

  it('the dialog to cancel a course batch cannot be closed while the cancellation is being sent', async () => {
    const message = 'Batch 7 has 14 booked or paying students, not 13.';
    let answer = () => {};
    const { user } = showConsole('/staff/batches/7', 'registrar', {
      getStaffBatch: () => ({ data: batch }),
      previewBatchCancellation: () => ({ data: cancellation }),
      cancelStaffBatch: () =>
        new Promise((_, reject) => {
          const failure = {
            statusCode: 409,
            code: 'AFFECTED_CHANGED',
            errorCode: 'CONFLICT',
            message,
            requestId: 'r1',
          };
          answer = () => reject(new ApiError('refused', message, 409, { failure }));
        }),
    });
    await user.click(await screen.findByRole('button', { name: 'Cancel batch' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel this batch' }));
    await user.type(await dialog.findByRole('textbox', { name: /Reason/ }), 'simulator in repair');
    await user.click(dialog.getByRole('button', { name: 'Cancel the batch' }));
    await user.keyboard('{Escape}');
    for (const name of ['Close', 'Keep the batch'])
      expect(dialog.getByRole('button', { name })).toHaveProperty('disabled', true);
    answer();
    expect(await dialog.findByText(message)).toBeTruthy();
    expect(dialog.getByLabelText<HTMLInputElement>(/^Reason/).value).toBe('simulator in repair');
  });

  it('the error of a refused cancellation of a course batch disappears when staff submit the form again without a reason', async () => {
    const message = 'Batch 7 has 14 booked or paying students, not 13.';
    const { user } = showConsole('/staff/batches/7', 'registrar', {
      getStaffBatch: () => ({ data: batch }),
      previewBatchCancellation: () => ({ data: cancellation }),
      cancelStaffBatch() {
        const failure = { statusCode: 409, code: 'AFFECTED_CHANGED', errorCode: 'CONFLICT', message, requestId: 'r1' };
        throw new ApiError('refused', message, 409, { failure });
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Cancel batch' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel this batch' }));
    const cancel = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Cancel the batch' });
    const reason = dialog.getByLabelText(/^Reason/);
    fireEvent.change(reason, { target: { value: 'simulator in repair' } });
    await waitFor(() => expect(cancel().disabled).toBe(false));
    await user.click(cancel());
    await dialog.findByText(message);
    fireEvent.change(reason, { target: { value: '' } });
    await waitFor(() => expect(cancel().disabled).toBe(false));
    await user.click(cancel());
    dialog.getByText('Say why, in a few words');
    expect(dialog.queryByText(message)).toBeNull();
  });

  it('staff must accept a warning before they assign a course batch to an instructor who teaches another batch at the same time', async () => {
    const { inputsOf, user } = showConsole('/staff/batches/7', 'registrar', {
      getStaffBatch: () => ({ data: batch }),
      getCalendarOptions: () => ({
        data: { courses: [], venues: [], instructors: [{ id: 'rao', name: 'Capt. Rao' }] },
      }),
      checkBatchChange: ({ body }) => ({
        data:
          'instructor_id' in (body as object) ? [{ ...batch.clashes[0], what: 'instructor', name: 'Capt. Rao' }] : [],
      }),
      changeStaffBatch: () => ({ data: batch }),
    });
    await user.click(await screen.findByRole('button', { name: 'Change' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change this batch' }));
    const save = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' });
    await dialog.findByText('Capt. Rao');
    expect(save().disabled).toBe(false);
    fireEvent.change(dialog.getByLabelText(/^Instructor/), { target: { value: 'rao' } });
    expect(save().disabled).toBe(true);
    await dialog.findByText('Clash on 3 Mar 2027: Capt. Rao is taken by Radar (batch 8).');
    expect(save().disabled).toBe(false);
    fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'Capt. Menon is ill' } });
    await user.click(save());
    const accept = dialog.getByRole('checkbox', { name: 'Save the change in spite of 1 clash' });
    expect(document.activeElement).toBe(accept);
    expect(inputsOf('changeStaffBatch')).toEqual([]);
    fireEvent.change(dialog.getByLabelText(/^Instructor/), { target: { value: '' } });
    await waitFor(() => expect(dialog.queryByText(/^Clash on/)).toBeNull());
    expect(dialog.queryByRole('checkbox')).toBeNull();
    fireEvent.change(dialog.getByLabelText(/^Instructor/), { target: { value: 'rao' } });
    await user.click(await dialog.findByRole('checkbox'));
    await user.click(save());
    await waitFor(() => expect(inputsOf('changeStaffBatch')).toHaveLength(1));
    expect(inputsOf('checkBatchChange')[0]).toEqual({ params: { id: 7 }, body: { instructor_id: 'rao' } });
  });

  it('the dialog to change a course batch keeps its entries when the server refuses the change, and sends only changed fields', async () => {
    const message = "Batch 7 can't have 10 seats: 15 taken (12 booked, 1 held, 2 kept for the office).";
    let isRefused = true;
    const { inputsOf, user } = showConsole('/staff/batches/7', 'registrar', {
      getStaffBatch: () => ({ data: batch }),
      getCalendarOptions: () => ({
        data: { courses: [], venues: [], instructors: [{ id: 'rao', name: 'Capt. Rao' }] },
      }),
      checkBatchChange: () => ({ data: [] }),
      changeStaffBatch() {
        if (!isRefused) return { data: batch };
        isRefused = false;
        const failure = { statusCode: 409, code: 'TOO_FEW_SEATS', errorCode: 'CONFLICT', message, requestId: 'r1' };
        throw new ApiError('refused', message, 409, { failure });
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Change' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change this batch' }));
    const fill = (label: RegExp, value: string) =>
      fireEvent.change(dialog.getByLabelText(label), { target: { value } });
    fill(/^Seats/, '10');
    await dialog.findByText('Capt. Rao');
    fill(/^Instructor/, 'rao');
    fill(/^State/, 'closed');
    dialog.getByText(/The waiting list of the batch ends/);
    fill(/^Reason/, 'room with fewer chairs');
    const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' });
    await waitFor(() => expect(save.disabled).toBe(false));
    await user.click(save);
    expect((await dialog.findByRole('alert')).textContent).toContain('15 taken');
    fill(/^Reason/, '');
    await user.click(save);
    dialog.getByText('Say why, in a few words');
    expect(dialog.queryByRole('alert')).toBeNull();
    fill(/^Reason/, 'room with fewer chairs');
    fill(/^Seats/, '20');
    await user.click(dialog.getByText('Save'));
    await waitFor(() => expect(screen.queryByText('Change this batch')).toBeNull());
    expect(inputsOf('changeStaffBatch').at(-1)).toEqual({
      params: { id: 7 },
      body: { capacity: 20, instructor_id: 'rao', status: 'closed', reason: 'room with fewer chairs' },
    });
  });

  it('the dialog to change a course batch does not send back values that a colleague has changed since the dialog was opened', async () => {
    let stored = batch;
    const { client, inputsOf, user } = showConsole('/staff/batches/7', 'registrar', {
      getStaffBatch: () => ({ data: stored }),
      getCalendarOptions: () => ({ data: { courses: [], venues: [], instructors: [] } }),
      changeStaffBatch: () => ({ data: stored }),
    });
    await user.click(await screen.findByRole('button', { name: 'Change' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change this batch' }));
    stored = { ...batch, capacity: 20, office: 0, state: 'closed', times: '10:00-16:00', booked: 13, clashes: [] };
    await act(() => client.invalidateQueries());
    await dialog.findByText(/^13 booked/);
    fireEvent.change(dialog.getByLabelText(/^Of these/), { target: { value: '3' } });
    fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'three for the navy' } });
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByText('Change this batch')).toBeNull());
    expect(inputsOf('changeStaffBatch')).toEqual([
      { params: { id: 7 }, body: { office_seats: 3, reason: 'three for the navy' } },
    ]);
    expect(inputsOf('checkBatchChange')).toEqual([]);
  });

  it('in a move of a course batch that has already begun, staff cannot offer students the choice of another batch', async () => {
    const { user } = showConsole('/staff/batches/7', 'registrar', {
      getStaffBatch: () => ({ data: { ...batch, start_date: '2020-03-02', end_date: '2099-03-04' } }),
      getCalendarOptions: () => ({ data: { courses: [], venues: [], instructors: [] } }),
      listMovedStudents: () => ({ data: [] }),
    });
    await user.click(await screen.findByRole('button', { name: /^Move/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Move this batch' }));
    const choices = dialog.getAllByRole('option').map((option) => option.textContent);
    expect(choices).toEqual(['get an email', 'are not notified']);
  });

  it('the page of a cancelled course batch shows the students and their choices after a click on “Show the students”', async () => {
    const byState = { queued: 0, waiting: 1, notified: 0, accepted: 0, transferred: 0, refunded: 0, released: 0 };
    const student = { student_id: '7d4cf2ac-6c3c-4b57-9d25-d1c1ad35a5f1', email: null, mobile: '9876500001' };
    const { inputsOf, user } = showConsole('/staff/batches/7', 'registrar', {
      getStaffBatch: () => ({ data: { ...batch, state: 'cancelled', run_id: 3 } }),
      getBatchRun: () => ({
        data: {
          ...{ id: 3, kind: 'cancel', total: 2, emails: { queued: 0, sent: 1, failed: 0 }, without_email: 1 },
          left_out: 3,
          ...{ by_state: { ...byState, replaced: 0, office: 1 }, choose_until: '2027-02-01T06:00:00.000Z' },
        },
      }),
      listRunStudents: () => ({
        data: [
          { ...student, order_id: 'LF-2027-000001', name: 'Asha Nair', state: 'office', problem: 'Part of a package' },
          { ...student, order_id: 'LF-2027-000002', name: 'Dev Menon', state: 'waiting', problem: null },
        ],
      }),
    });
    await screen.findByText(
      /2 of 2 students processed.*Without an email address, please call: 1.*Not notified, as staff chose: 3\./,
    );
    expect(screen.queryByText('Accepted the new dates')).toBeNull();
    expect(inputsOf('listRunStudents')).toEqual([]);
    await user.click(screen.getByText('Show the students'));
    const rows = within(await screen.findByRole('list', { name: 'Students and their choices' }));
    expect(rows.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
      'Asha NairThe office must settle itPart of a packageno email address9876500001LF-2027-000001',
      'Dev MenonHas not chosen yetno email address9876500001LF-2027-000002',
    ]);
    expect(screen.getByText('LF-2027-000002').closest('a')?.getAttribute('href')).toBe('/staff/orders/LF-2027-000002');
  });

  it('the page of a cancelled course batch shows a retry button when the progress of the cancellation cannot be loaded', async () => {
    let isDown = true;
    const { user } = showConsole('/staff/batches/7', 'registrar', {
      getStaffBatch: () => ({ data: { ...batch, state: 'cancelled', run_id: 3 } }),
      getBatchRun() {
        if (isDown) throw new ApiError('offline', 'No response from server');
        return {
          data: {
            ...{ id: 3, kind: 'cancel', total: 1, emails: { queued: 0, sent: 1, failed: 0 }, without_email: 0 },
            ...{ left_out: 0, by_state: { queued: 0 }, choose_until: '2027-02-01T06:00:00.000Z' },
          },
        };
      },
    });
    await screen.findByText('The progress could not be loaded.');
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText(/1 of 1 student processed/);
  });

  it('the list of students of a cancelled course batch is reloaded when the progress shows that more emails were written', async () => {
    let queued = 1;
    const { client, inputsOf, user } = showConsole('/staff/batches/7', 'registrar', {
      getStaffBatch: () => ({ data: { ...batch, state: 'cancelled', run_id: 3 } }),
      getBatchRun: () => ({
        data: {
          ...{ id: 3, kind: 'cancel', total: 1, emails: { queued: 1, sent: 1, failed: 0 }, without_email: 0 },
          ...{ left_out: 0, by_state: { queued, waiting: 1 - queued }, choose_until: '2027-02-01T06:00:00.000Z' },
        },
      }),
      listRunStudents: () => ({
        data: [
          {
            ...{ order_id: 'LF-2027-000001', student_id: '7d4cf2ac-6c3c-4b57-9d25-d1c1ad35a5f1', name: 'Asha Nair' },
            ...{ email: null, mobile: null, state: queued ? 'queued' : 'waiting', problem: null },
          },
        ],
      }),
    });
    await user.click(await screen.findByText('Show the students'));
    await screen.findByText('Email not written yet');
    await act(() => client.invalidateQueries({ queryKey: calendarKey }));
    expect(inputsOf('listRunStudents')).toHaveLength(1);
    queued = 0;
    await act(() => client.invalidateQueries({ queryKey: calendarKey }));
    await screen.findByText('Has not chosen yet');
    expect(inputsOf('listRunStudents')).toHaveLength(2);
  });

  it('the page of a course batch with 27 clashes shows the first three and hides the others behind “Show the other 24”', async () => {
    const clashes = Array.from({ length: 27 }, (_, index) => ({ ...batch.clashes[0], batch_id: 100 + index }));
    showConsole('/staff/batches/7', 'auditor', { getStaffBatch: () => ({ data: { ...batch, clashes } }) });
    const alert = within(await screen.findByRole('alert', { name: '27 clashes' }));
    const more = alert.getByText('Show the other 24 of 27').closest('details');
    expect(more?.open).toBe(false);
    expect(alert.getAllByText(/^Clash on/).filter((text) => !more?.contains(text))).toHaveLength(3);
    expect(screen.getAllByRole('alert')).toHaveLength(1);
  });

  it('the page of a course batch warns when unpaid orders hold many of the batch’s seats', async () => {
    const held = { has_many_holds: true, held: 9 };
    showConsole('/staff/batches/7', 'auditor', { getStaffBatch: () => ({ data: { ...batch, ...held } }) });
    const alert = await screen.findByRole('alert', { name: 'Many unpaid orders' });
    expect(alert.textContent).toContain('9 of 24 seats are held');
  });

  it('the page of a course batch links to its roster and waiting list for staff roles that may see them', async () => {
    showConsole('/staff/batches/7', 'registrar', { getStaffBatch: () => ({ data: batch }) });
    const addressOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    await screen.findByRole('link', { name: 'Roster' });
    expect([addressOf('Roster'), addressOf('Waiting list')]).toEqual(['/staff/rosters/7', '/staff/waiting-lists/7']);
  });

  it('the page of a course batch has no links to its roster and waiting list for the accounts role', async () => {
    showConsole('/staff/batches/7', 'accounts', { getStaffBatch: () => ({ data: batch }) });
    await screen.findByText('12 booked, 1 paying now');
    expect(screen.queryByRole('link', { name: 'Roster' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Waiting list' })).toBeNull();
  });

  it('an auditor can read the page of a course batch, but has no button to cancel the batch', async () => {
    showConsole('/staff/batches/7', 'auditor', {
      getStaffBatch: () => ({ data: { ...batch, run_id: 3 } }),
      getBatchRun: () => ({
        data: {
          ...{ id: 3, kind: 'move', total: 0, emails: { queued: 0, sent: 0, failed: 0 }, without_email: 0 },
          left_out: 0,
          ...{ by_state: { queued: 0 }, choose_until: '2027-02-01T06:00:00.000Z' },
        },
      }),
    });
    await screen.findByText('Clash on 3 Mar 2027: Bridge 1 is taken by Radar (batch 8).');
    await screen.findByRole('button', { name: 'Show the students' });
    expect(screen.getByText('Accepted the new dates')).toBeTruthy();
    expect(screen.queryByText(/please call: 0/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Cancel batch' })).toBeNull();
  });
});
