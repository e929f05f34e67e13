import { cleanup, createEvent, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { CalendarBatch } from '../../../../contract/staff/batches.ts';
import type { StaffRole } from '../../../../contract/staff/permissions.ts';
import { mediaQuery } from '../../../support/media-query.ts';
import { showConsole } from '../show-console.tsx';

const batch: CalendarBatch = {
  ...{ id: 7, course_id: 101, course_name: 'Fire Fighting', start_date: '2027-03-01', end_date: '2027-03-03' },
  ...{ state: 'open', times: '09:00-17:00', venue: { id: 'bridge', address: 'Bridge 1' }, instructor: null },
  ...{ capacity: 24, booked: 12, held: 1, has_many_holds: false, office: 2, free: 9 },
  clashes: [
    {
      ...{ batch_id: 8, course_name: 'Radar', start_date: '2027-03-03', end_date: '2027-03-05' },
      ...{ what: 'venue', name: 'Bridge 1', day: '2027-03-03' },
    },
  ],
};
const options = {
  ...{ today: '2027-01-10', instructors: [], venues: [{ id: 'bridge', address: 'Bridge 1', is_exclusive: true }] },
  courses: [{ id: 101, course_name: 'Fire Fighting', duration: 3, duration_unit: 'day' }],
  days_off: { weekly_off: ['sunday'], holidays: [{ date: '2027-03-22', name: 'Holi' }], breaks: [] },
};
const barText = 'Fire Fighting, 1 Mar 2027 – 3 Mar 2027, 15 of 24 seats taken, 2 of them kept for the office, clash';

function open({ role = 'registrar', batches = [batch], isPhone = false }: Partial<Shown> = {}) {
  vi.stubGlobal('matchMedia', (media: string) => mediaQuery(media, isPhone === media.includes('max-width')));
  return showConsole('/staff/calendar?day=2027-03-10', role, {
    listStaffBatches: () => ({ data: batches }),
    getCalendarOptions: () => ({ data: options }),
  });
}
type Shown = { role: StaffRole; batches: CalendarBatch[]; isPhone: boolean };

describe('the calendar of the console', () => {
  it('the month view of the staff calendar shows course batches with their taken seats and clashes, and the names of holidays', async () => {
    const { inputsOf } = open({ batches: [batch, { ...batch, id: 9, office: 0 }] });
    const bar = await screen.findByLabelText(barText);
    expect(bar.getAttribute('href')).toBe('/staff/batches/7');
    expect(bar.textContent).toBe('Fire Fighting15/24');
    expect(screen.getByLabelText(barText.replace(', 2 of them kept for the office', ''))).toBeTruthy();
    await screen.findByText('Holi');
    expect(inputsOf('listStaffBatches')).toEqual([{ query: { from: '2027-03-01', to: '2027-04-04' } }]);
  });

  it('the staff calendar stores its venue filter and view in the URL', async () => {
    const { router, inputsOf, user } = open();
    await screen.findByText('Bridge 1');
    fireEvent.change(screen.getByLabelText('Venue'), { target: { value: 'bridge' } });
    await user.click(await screen.findByText('Week'));
    await screen.findByText('8 Mar 2027 – 14 Mar 2027');
    expect(router.state.location.search).toEqual({ day: '2027-03-10', view: 'week', venue: 'bridge' });
    await vi.waitFor(() =>
      expect(inputsOf('listStaffBatches').at(-1)).toEqual({
        query: { from: '2027-03-08', to: '2027-03-14', venue_id: 'bridge' },
      }),
    );
  });

  it('in the month view of the staff calendar, a week with more batches than fit links to the week view', async () => {
    open({ batches: Array.from({ length: 10 }, (_, index) => ({ ...batch, id: index + 1 })) });
    const more = await screen.findByText('2 more in this week, 2 with a clash');
    expect(more.closest('a')?.getAttribute('href')).toBe('/staff/calendar?day=2027-03-01&view=week');
    expect(screen.getAllByLabelText(barText)).toHaveLength(8);
  });

  it('dragging a course batch to another day of the staff calendar opens the move dialog with the new dates', async () => {
    open();
    const bar = await screen.findByLabelText(barText);
    const week = bar.closest('section');
    const nextWeek = screen.getByLabelText('Week from 8 Mar 2027');
    if (!week) throw new Error('the bar is in no week');
    for (const one of [week, nextWeek]) one.getBoundingClientRect = () => ({ left: 0, width: 700 }) as DOMRect;
    const at = (event: Event, clientX: number) => Object.defineProperty(event, 'clientX', { value: clientX });
    // Drag from Tuesday, the second day of the batch, to Thursday of the next week: the batch moves by nine days.
    fireEvent(bar, at(createEvent.dragStart(bar), 150));
    fireEvent(nextWeek, at(createEvent.drop(nextWeek), 350));
    const dialog = within(await screen.findByRole('dialog', { name: 'Move this batch' }));
    const dayOf = (label: RegExp) => (dialog.getByLabelText(label) as HTMLInputElement).value;
    expect([dayOf(/^First day/), dayOf(/^Last day/)]).toEqual(['2027-03-10', '2027-03-12']);
  });

  it.each([
    { what: 'a later day', x: 550, last: '2027-03-06' },
    { what: 'a day before the first', x: 50, last: '2027-03-02' },
  ])(
    'dragging the end of a batch’s bar in the staff calendar to another day ($what) opens the move dialog with the first day unchanged',
    async ({ x, last }) => {
      open({ batches: [{ ...batch, start_date: '2027-03-02' }] });
      const bar = await screen.findByLabelText(/^Fire Fighting, 2 Mar 2027/);
      const week = bar.closest('section');
      const end = bar.querySelector('[data-end]');
      if (!week || !end) throw new Error('the bar has no week or no end');
      week.getBoundingClientRect = () => ({ left: 0, width: 700 }) as DOMRect;
      const at = (event: Event, clientX: number) => Object.defineProperty(event, 'clientX', { value: clientX });
      fireEvent(end, at(createEvent.dragStart(end), 250));
      fireEvent(week, at(createEvent.drop(week), x));
      const dialog = within(await screen.findByRole('dialog', { name: 'Move this batch' }));
      const dayOf = (label: RegExp) => (dialog.getByLabelText(label) as HTMLInputElement).value;
      expect([dayOf(/^First day/), dayOf(/^Last day/)]).toEqual(['2027-03-02', last]);
    },
  );

  it('the staff calendar ignores a drop after the drag of a course batch was cancelled', async () => {
    open();
    const bar = await screen.findByLabelText(barText);
    const nextWeek = screen.getByLabelText('Week from 8 Mar 2027');
    const start = Object.defineProperty(createEvent.dragStart(bar), 'clientX', { value: 150 });
    for (const section of document.querySelectorAll('section'))
      section.getBoundingClientRect = () => ({ left: 0, width: 700 }) as DOMRect;
    fireEvent(bar, start);
    fireEvent(bar, createEvent.dragEnd(bar));
    const drop = createEvent.drop(nextWeek);
    fireEvent(nextWeek, drop);
    expect(drop.defaultPrevented).toBe(false);
  });

  it('an auditor can read the staff calendar, but can neither move nor create course batches', async () => {
    open({ role: 'auditor' });
    const bar = await screen.findByLabelText(barText);
    expect(bar.getAttribute('draggable')).toBe('false');
    expect(screen.queryByText('New batches')).toBeNull();
    expect(screen.queryByLabelText('New batch on 10 Mar 2027')).toBeNull();
  });

  it('the staff calendar shows a month as a list on a phone', async () => {
    const { inputsOf } = open({ isPhone: true });
    await screen.findByText('15 of 24 seats taken, 2 of them kept for the office');
    expect(screen.queryByLabelText(barText)).toBeNull();
    expect(inputsOf('listStaffBatches')).toEqual([{ query: { from: '2027-03-01', to: '2027-03-31' } }]);
  });

  it('the staff calendar marks a course batch with many unpaid orders', async () => {
    const batches = [{ ...batch, has_many_holds: true }];
    open({ isPhone: true, batches });
    await screen.findByText('Many unpaid orders');
    cleanup();
    open({ batches });
    await screen.findByLabelText(`${barText}, many unpaid orders`);
  });

  it('the staff calendar has no keyboard shortcuts if they were switched off on the account page', async () => {
    onTestFinished(() => localStorage.clear());
    const account = showConsole('/staff/account', 'registrar', {
      getStaffAccount: () => ({
        data: { has_totp: true, passkeys: [], recovery_codes: 9, sessions: [], sign_ins: [] },
      }),
    });
    await account.user.click(await screen.findByRole('switch', { name: /^Shortcuts by a single key/ }));
    cleanup();
    const { router, user } = open();
    await screen.findByLabelText(barText);
    const navigate = vi.spyOn(router, 'navigate');
    await user.keyboard('n{ArrowRight}');
    expect(navigate).not.toHaveBeenCalled();
  });

  it('in the staff calendar, the right arrow key shows the next month, and “n” opens the form for new batches', async () => {
    const { router, user } = open();
    await screen.findByLabelText(barText);
    const navigate = vi.spyOn(router, 'navigate');
    await user.keyboard('{ArrowRight}');
    expect(navigate).toHaveBeenCalledOnce();
    await screen.findByText('April 2027');
    await user.keyboard('n');
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/staff/calendar/new'));
  });
});
